import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_CANCELLATION_NOTES } from '#lib/contract/text-length.ts'
import { Button } from '../ui/Button.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { NotifyPatientFields, type ReachablePatient } from './NotifyPatientFields.tsx'
import { toNotification } from './notify-patient.ts'

type CancelFormProps = {
  entered: { notes: string; notification: NotifyPatient }
  /** It is null where the patient is not notified, because it is over. */
  patient: ReachablePatient | null
  alert: ReactNode
  onCancel: (entered: { notes: string; notification: NotifyPatient }) => void
  onLeave: () => void
}

export function CancelForm({ entered, patient, alert, onCancel, onLeave }: CancelFormProps) {
  const [notes, setNotes] = useState(entered.notes)
  const [notification, setNotification] = useState(entered.notification)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!focusTooLong(event.currentTarget))
      onCancel({ notes, notification: toNotification(notification) })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Cancel the appointment"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <TextAreaField
        id={id}
        label="Why is it cancelled?"
        hint="The patient can read this. Somebody else can book the time straight away. You can undo this for 10 minutes, while the time is still free."
        optional
        rows={3}
        limit={LONGEST_CANCELLATION_NOTES}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {patient !== null && (
        <NotifyPatientFields patient={patient} value={notification} onChange={setNotification} />
      )}
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger">
          Cancel appointment
        </Button>
        <Button look="secondary" onClick={onLeave}>
          Keep appointment
        </Button>
      </div>
    </form>
  )
}
