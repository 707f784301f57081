import type { ReactNode } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useReason } from '../../ui/form/use-reason.ts'

type CorrectFormProps = {
  appointment: Pick<ClinicAppointment, 'status' | 'outcomes'>
  entered: string
  alert: ReactNode
  onCorrect: (reason: string) => void
  onLeave: () => void
}

export function CorrectForm({ appointment, entered, alert, onCorrect, onLeave }: CorrectFormProps) {
  const { status, outcomes } = appointment
  const { form, field } = useReason({ entered, onReason: onCorrect })
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
