import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/format-date-time.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusTooLong } from '../../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../../ui/form/TextAreaField.tsx'
import { LONGEST_CHANGE_REASON } from '../record-text.ts'

type EnteredInErrorFormProps = {
  record: VaccinationRecord
  pending: boolean
  /** A question stands below: nothing is sent from here. */
  isOpen: boolean
  alert: ReactNode
  onSubmit: (reason: string) => void
}

export function EnteredInErrorForm(props: EnteredInErrorFormProps) {
  const { record, pending, isOpen, alert, onSubmit } = props
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (focusTooLong(event.currentTarget) || !isOpen) return
    setAsked(true)
    if (reason.trim() !== '') onSubmit(reason)
    else form.current?.querySelector('textarea')?.focus()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Mark as entered in error"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <p className="wrap-anywhere">
        {record.product_name}, {formatCalendarDate(record.given_on)}. It stays readable and no
        longer counts as a dose. You cannot undo this.
      </p>
      <TextAreaField
        id={id}
        label="Why is it wrong?"
        error={isAsked && reason.trim() === '' ? 'Enter a reason' : undefined}
        rows={3}
        limit={LONGEST_CHANGE_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {alert}
      {(isOpen || pending) && (
        <div>
          <Button type="submit" look="danger" pending={pending} pendingLabel="Saving">
            Mark as entered in error
          </Button>
        </div>
      )}
    </form>
  )
}
