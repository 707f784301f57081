import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import { Button } from '../../ui/Button.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'

type CorrectFormProps = {
  appointment: Pick<ClinicAppointment, 'status' | 'outcomes'>
  entered: string
  alert: ReactNode
  onCorrect: (reason: string) => void
  onLeave: () => void
}

export function CorrectForm({ appointment, entered, alert, onCorrect, onLeave }: CorrectFormProps) {
  const { status, outcomes } = appointment
  const [reason, setReason] = useState(entered)
  const [isAsked, setAsked] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (focusTooLong(event.currentTarget)) return
    setAsked(true)
    if (reason.trim() !== '') onCorrect(reason)
    else form.current?.querySelector('textarea')?.focus()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Correct the status"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <p>
        {status === 'cancelled'
          ? 'We will set this back to booked if its time is still free.'
          : 'We will set this back to booked. You can then record what happened.'}
        {outcomes.length > 0 && ' Its outcomes will be withdrawn.'}
      </p>
      <TextAreaField
        id={id}
        label="Why is the status wrong?"
        hint="Your reason is kept in the audit trail. The patient cannot read it."
        error={isAsked && reason.trim() === '' ? 'Enter a reason' : undefined}
        rows={3}
        limit={LONGEST_CORRECTION_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Set back to booked</Button>
        <Button look="secondary" onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}
