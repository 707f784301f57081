import { type FormEvent, type ReactNode, useState } from 'react'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { Button } from '../ui/Button.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { NotifyPatientFields, type ReachablePatient } from './NotifyPatientFields.tsx'
import { toNotification } from './notify-patient.ts'

type AbsenceFormProps = {
  patient: ReachablePatient
  entered: NotifyPatient
  alert: ReactNode
  onMark: (notification: NotifyPatient) => void
  onLeave: () => void
}

export function AbsenceForm({ patient, entered, alert, onMark, onLeave }: AbsenceFormProps) {
  const [notification, setNotification] = useState(entered)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!focusTooLong(event.currentTarget)) onMark(toNotification(notification))
  }
  return (
    <form
      noValidate
      aria-label="Mark as did not attend"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <p>
        We wait 15 minutes before we tell the patient, so that you can correct a mistake. The email
        says how to book another time.
      </p>
      <NotifyPatientFields patient={patient} value={notification} onChange={setNotification} />
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Mark as did not attend</Button>
        <Button look="secondary" onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}
