import type { SubmittedForm } from '#lib/contract/forms/filled-forms.ts'
import { formatCalendarDate, formatDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { SummaryRow } from '../../ui/SummaryRow.tsx'

type WhoseFormProps = { form: SubmittedForm; timeZone: string }

export function FormSubject({ form: { patient, appointment }, timeZone }: WhoseFormProps) {
  return (
    <dl className="summary-list">
      <SummaryRow name="Patient">{patient.full_name}</SummaryRow>
      {patient.dob && (
        <SummaryRow name="Date of birth">{formatCalendarDate(patient.dob)}</SummaryRow>
      )}
      {appointment && (
        <SummaryRow name="Appointment">
          {appointment.appointment_type_name}, {formatDate(appointment.start, timeZone)},{' '}
          {formatTimeRange(appointment.start, appointment.end, timeZone)}, {appointment.site_name}
        </SummaryRow>
      )}
    </dl>
  )
}
