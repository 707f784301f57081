import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { can } from '#lib/policy/policy.ts'
import { AppointmentPanel } from '../../appointments/AppointmentPanel.tsx'
import type { AppointmentFlow } from '../../appointments/use-appointment-action.ts'
import { StaffForms } from '../../forms/of-appointment/StaffForms.tsx'
import { useApi, useTimeZone, useViewer } from '../../identity/island-context.ts'
import { OutcomesSection } from '../../outcomes/OutcomesSection.tsx'

type AppointmentSectionsProps = {
  appointment: ClinicAppointment
  flow: AppointmentFlow
}

export function AppointmentSections(props: AppointmentSectionsProps) {
  const api = useApi()
  const viewer = useViewer()
  const timeZone = useTimeZone()
  const { appointment, flow } = props
  const { id } = appointment
  return (
    <>
      <section aria-labelledby="appointment" className="flex flex-col gap-4">
        <h2 id="appointment" className="heading-2">
          {appointment.appointment_type.name}
        </h2>
        <AppointmentPanel flow={flow} isOnRecord />
      </section>
      <StaffForms {...{ api, appointment, viewer, timeZone }} />
      {hasOutcomes(appointment) &&
        can(viewer, 'outcome.see', { staffId: appointment.staff_id }) && (
          <section aria-labelledby="outcomes" className="flex flex-col gap-4">
            <h2 id="outcomes" className="heading-2">
              Outcomes
            </h2>
            <OutcomesSection
              {...{ api, timeZone }}
              audience="clinic"
              appointmentId={id}
              onChanged={flow.reread}
            />
          </section>
        )}
    </>
  )
}

const hasOutcomes = ({ status }: ClinicAppointment) =>
  status === 'completed' || status === 'did_not_attend'
