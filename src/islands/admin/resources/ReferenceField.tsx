import { useEffect, useRef } from 'react'
import type { Reference } from '#lib/contract/admin/admin-resource.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { controlProps, FieldError, FieldHint, type FieldTexts } from '../../ui/form/Field.tsx'
import type { ChosenValue } from './field-kinds.ts'
import { ReferenceLookup } from './ReferenceLookup.tsx'

type ReferenceFieldProps = FieldTexts & {
  reference: Pick<Reference, 'from' | 'label'>
  chosen: ChosenValue | null
  /** It stands in place of the hint, where there is room for a line alone. */
  placeholder?: string
  isFixed: boolean
  onChange: (chosen: ChosenValue | null) => void
}

export function ReferenceField(props: ReferenceFieldProps) {
  const api = useApi()
  const { reference, chosen, isFixed, onChange, placeholder, ...words } = props
  const { id, label, hint, error } = words
  const button = useRef<HTMLButtonElement>(null)
  const chosenId = chosen?.id
  const last = useRef(chosenId)
  // Choosing and changing swap the control under the focus: it goes on to the new one.
  useEffect(() => {
    if (last.current === chosenId) return
    last.current = chosenId
    if (chosenId !== undefined) button.current?.focus()
    else document.getElementById(id)?.focus()
  }, [chosenId, id])

  if (!chosen) {
    const lookup = { api, reference, placeholder, onChoose: onChange }
    return <ReferenceLookup {...words} {...lookup} />
  }
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <p className="label">{label}</p>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      <div className="flex max-w-xl items-center justify-between gap-2 card py-1 pr-1">
        <p className="min-w-0 wrap-anywhere">{chosen.label}</p>
        {!isFixed && (
          <Button
            id={id}
            ref={button}
            look="quiet"
            small
            aria-label={`Change ${label}, now ${chosen.label}`}
            aria-describedby={controlProps(words)['aria-describedby']}
            onClick={() => onChange(null)}
          >
            Change
          </Button>
        )}
      </div>
    </div>
  )
}
