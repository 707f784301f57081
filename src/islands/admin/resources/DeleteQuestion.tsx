import { useEffect, useRef } from 'react'
import type { RecordUse } from '#lib/contract/admin/admin-resource.ts'
import { inFigures } from '#lib/text/format-number.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'

type DeleteQuestionProps = {
  what: string
  name: string
  pending: boolean
  onConfirm: () => void
  onKeep: () => void
}

export function DeleteQuestion(props: DeleteQuestionProps) {
  const { what, name, pending, onConfirm, onKeep } = props
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <p ref={question} tabIndex={-1} className="wrap-anywhere">
        Delete the {what} <strong>{name}</strong>? You cannot undo this.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" pending={pending} pendingLabel="Deleting" onClick={onConfirm}>
          Delete
        </Button>
        <Button look="secondary" unavailable={pending} onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </div>
  )
}

type InUseProps = {
  name: string
  uses: readonly RecordUse[]
  canArchive: boolean
  onBack: () => void
}

export function InUse({ name, uses, canArchive, onBack }: InUseProps) {
  return (
    <div className="flex flex-col gap-4">
      <FormAlert look="banner-warning">
        You cannot delete {name} because it is in use.{' '}
        {canArchive
          ? 'You can archive it instead: tick Archived in the form.'
          : 'Change the records that use it first.'}
      </FormAlert>
      <ul className="flex flex-col gap-2">
        {uses.map(({ what, count, names }) => (
          <li key={what} className="card py-2 wrap-anywhere">
            <span className="font-semibold">
              {inFigures(count)} {what}
            </span>
            {names.length > 0 && `: ${names.join(', ')}`}
            {names.length > 0 && count > names.length && ' and others'}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onBack}>Back to the form</Button>
      </div>
    </div>
  )
}
