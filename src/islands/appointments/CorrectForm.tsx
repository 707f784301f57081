import { type ReactNode, useState } from 'react'
import type { ClinicAppointment, NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import { Button } from '../ui/Button.tsx'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { useReason } from '../ui/form/use-reason.ts'
import { NotifyPatientFields } from './NotifyPatientFields.tsx'
import { toNotification, usualNotification } from './notify-patient.ts'

type CorrectFormProps = {
  appointment: Pick<ClinicAppointment, 'status' | 'outcomes' | 'start' | 'patient'>
  entered: { reason: string; notification?: NotifyPatient | undefined }
  alert: ReactNode
  onCorrect: (entered: { reason: string; notification: NotifyPatient }) => void
  onLeave: () => void
}

export function CorrectForm({ appointment, entered, alert, onCorrect, onLeave }: CorrectFormProps) {
  const { status, outcomes, start, patient } = appointment
  const [notification, setNotification] = useState(entered.notification ?? usualNotification)
  // It is as good as booked again; a status of the past is the clinic's own.
  const isNotified = status === 'cancelled' && Date.parse(start) > Date.now()
  const { form, field } = useReason({
    entered: entered.reason,
    onReason: (reason) =>
      onCorrect({
        reason,
        notification: isNotified ? toNotification(notification) : usualNotification,
      }),
  })
  return (
    <form {...form} aria-label="Correct the status" className="flex flex-col gap-4">
      <p>
        {status === 'cancelled'
          ? 'We will set this back to booked if its time is still free.'
          : 'We will set this back to booked. You can then record what happened.'}
        {outcomes.length > 0 && ' Its outcomes will be withdrawn.'}
      </p>
      <TextAreaField
        {...field}
        label="Why is the status wrong?"
        hint="Your reason is kept in the audit trail. The patient cannot read it."
        limit={LONGEST_CORRECTION_REASON}
      />
      {isNotified && (
        <NotifyPatientFields patient={patient} value={notification} onChange={setNotification} />
      )}
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
