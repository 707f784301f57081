import type { SubmittedForm } from '#lib/contract/forms/filled-forms.ts'
import { formatCalendarDate, formatDate, formatTimeRange } from '#lib/format-date-time.ts'
import { SummaryRow } from '../../ui/SummaryRow.tsx'

type WhoseFormProps = { form: SubmittedForm; timeZone: string }

/** On a page of its own, such as a printed one, answers say whose they are and what for. */
export function WhoseForm({ form: { patient, appointment }, timeZone }: WhoseFormProps) {
  const { appointment_type_name, site_name, start, end } = appointment
  return (
    <dl className="summary-list">
      <SummaryRow name="Patient">{patient.full_name}</SummaryRow>
      {patient.dob && (
        <SummaryRow name="Date of birth">{formatCalendarDate(patient.dob)}</SummaryRow>
      )}
      <SummaryRow name="Appointment">
        {appointment_type_name}, {formatDate(start, timeZone)},{' '}
        {formatTimeRange(start, end, timeZone)}, {site_name}
      </SummaryRow>
    </dl>
  )
}
