import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Appointment } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { LONGEST_CANCELLATION_NOTES } from '#lib/contract/text-length.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { inSentence } from '#lib/text/in-sentence.ts'
import { Button } from '../../ui/Button.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'

export type CancelAppointmentProps = {
  appointment: Appointment
  timeZone: string
  pending: boolean
  pendingLabel?: string
  initialNotes?: string
  onNotesTyped?: (notes: string) => void
  serverErrors?: FieldErrors
  onConfirm: (notes: string) => void
  onKeep: () => void
  alert?: ReactNode
}

export function CancelAppointment(props: CancelAppointmentProps) {
  const { appointment, timeZone, pending, onConfirm, onKeep, alert } = props
  const { cancellation_notes: refused } = props.serverErrors ?? {}
  const [notes, setNotes] = useState(props.initialNotes ?? '')
  const id = useId()
  const isRefused = Boolean(refused)
  useEffect(() => {
    if (isRefused) document.getElementById(`${id}-notes`)?.focus()
  }, [isRefused, id])
  return (
    <div className="flex flex-col gap-5">
      <p>
        This will cancel your {inSentence(appointment.appointment_type.name)} at{' '}
        <strong>{formatDateTime(appointment.start, timeZone)}</strong>, {appointment.site.name}.
        Somebody else can book the time straight away. You cannot undo this.
      </p>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending && !focusTooLong(event.currentTarget)) onConfirm(notes)
        }}
      >
        <TextAreaField
          id={`${id}-notes`}
          label="Why are you cancelling?"
          optional
          limit={LONGEST_CANCELLATION_NOTES}
          error={refused?.join('. ')}
          value={notes}
          onChange={({ target }) => {
            setNotes(target.value)
            props.onNotesTyped?.(target.value)
          }}
        />
        {alert}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            look="danger"
            pending={pending}
            pendingLabel={props.pendingLabel ?? 'Cancelling'}
          >
            Cancel appointment
          </Button>
          <Button look="secondary" unavailable={pending} onClick={onKeep}>
            Keep appointment
          </Button>
        </div>
      </form>
    </div>
  )
}
