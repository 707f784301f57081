import { useQuery } from '@tanstack/react-query'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate, formatDateTime } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { useApi, useTimeZone, useViewer } from '../../identity/island-context.ts'
import { patientRecordQuery } from '../../records/record/patient-record-queries.ts'
import { plannerFor } from '../../vaccinations/planner-address.ts'
import { CompletionStep } from './CompletionStep.tsx'
import { recordedAt } from './missing-parts.ts'

type NextAppointmentStepProps = {
  appointment: ClinicAppointment
  vaccinations: VaccinationStart | undefined
}

/** Opens the planner beside the panel, so that nothing that was entered here is lost. */
export function NextAppointmentStep(props: NextAppointmentStepProps) {
  const api = useApi()
  const viewer = useViewer()
  const timeZone = useTimeZone()
  const { appointment, vaccinations } = props
  const patientId = appointment.patient.id
  const { data } = useQuery({
    ...patientRecordQuery(api, patientId),
    enabled: can(viewer, 'person.see'),
  })
  const next = data?.next_appointment
  const due = vaccinations && nextDose(appointment.id, vaccinations)
  return (
    <CompletionStep title="Next appointment">
      {next && next.id !== appointment.id && (
        <p className="wrap-anywhere">
          {next.service}, {formatDateTime(next.start, timeZone)}
        </p>
      )}
      {due && (
        <p className="wrap-anywhere">
          {due.product_name}: next dose due {formatCalendarDate(due.on)}
        </p>
      )}
      <a
        className="link"
        href={plannerFor(patientId, due?.on ?? null)}
        target="_blank"
        rel="noreferrer"
      >
        Book the next appointment (opens in a new tab)
      </a>
    </CompletionStep>
  )
}

/** Finds the dose that falls due first of those recorded at the visit. */
function nextDose(appointmentId: number, vaccinations: VaccinationStart) {
  const [first] = recordedAt(appointmentId, vaccinations)
    .flatMap(({ product_name, booster_due_date: on, is_next_dose_open }) =>
      on !== null && is_next_dose_open ? [{ product_name, on }] : [],
    )
    .sort((one, other) => one.on.localeCompare(other.on))
  return first
}
