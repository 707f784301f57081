import { useQuery } from '@tanstack/react-query'
import type { ClinicAppointmentForms } from '#lib/contract/forms/filled-forms.ts'
import { formatDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { formatIdentity } from '../../people/patient-choice/format-patient.ts'
import { FormAlerts } from '../answers/FormAlerts.tsx'
import type { FormCalls } from '../form-calls.ts'
import { appointmentFormsQuery } from '../of-appointment/appointment-forms-query.ts'

export type OfAppointmentProps = {
  calls: FormCalls
  id: number
  timeZone: string
}

export function AppointmentOfForm({ calls, id, timeZone }: OfAppointmentProps) {
  const { data } = useQuery(appointmentFormsQuery(calls, id))
  if (!data) return null
  const latest = data.completed_forms.filter(({ replaced_by }) => replaced_by === null)
  const { patient, appointment_type, start, end } =
    data.appointment as ClinicAppointmentForms['appointment']
  return (
    <>
      <FormAlerts alerts={latest.flatMap(({ alerts }) => alerts)} />
      <p>
        <span className="font-semibold">{patient.full_name}</span>
        <br />
        {formatIdentity(patient)}
        <br />
        {appointment_type.name}, {formatDate(start, timeZone)},{' '}
        {formatTimeRange(start, end, timeZone)}
      </p>
    </>
  )
}
