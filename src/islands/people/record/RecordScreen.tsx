import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { plainDateAt } from '#lib/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { StaffForms } from '../../forms/of-appointment/StaffForms.tsx'
import { OutcomesSection } from '../../records/outcomes/OutcomesSection.tsx'
import { AppointmentDialog } from '../../schedule/appointment/AppointmentDialog.tsx'
import { AppointmentFacts } from '../../schedule/appointment/AppointmentFacts.tsx'
import { wayBackOf } from '../../schedule/appointment/way-back.ts'
import { scheduleAddressOf } from '../../schedule/schedule-address.ts'
import { Button } from '../../ui/Button.tsx'
import { recordQuery } from './record-queries.ts'

type RecordScreenProps = {
  api: ApiClient
  appointment: ClinicAppointment
  viewer: Viewer
  timeZone: string
}

/** What is on file of an appointment, and what can be done about it. */
export function RecordScreen({ api, appointment, viewer, timeZone }: RecordScreenProps) {
  const queries = useQueryClient()
  const [isActing, setActing] = useState(false)
  const { id } = appointment
  const changed = (now: ClinicAppointment) => {
    queries.setQueryData(recordQuery(api, id).queryKey, now)
    void queries.invalidateQueries({ queryKey: ['appointments-of', now.patient.id] })
  }
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="appointment" className="flex flex-col gap-4">
        <h2 id="appointment" className="heading-2">
          {appointment.appointment_type.name}
        </h2>
        <AppointmentFacts appointment={appointment} timeZone={timeZone} />
        <div className="flex flex-wrap items-center gap-4">
          {mayAct(appointment) && (
            <Button onClick={() => setActing(true)}>Change the appointment</Button>
          )}
          <a className="link" href={scheduleOf(appointment, timeZone)}>
            Open in the schedule
          </a>
          {can(viewer, 'auditTrail.see') && (
            <a className="link" href={`/admin/audit?subject_type=appointment&subject_id=${id}`}>
              History
            </a>
          )}
        </div>
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
              onChanged={() =>
                void queries.invalidateQueries({ queryKey: recordQuery(api, id).queryKey })
              }
            />
          </section>
        )}
      {isActing && (
        <AppointmentDialog
          api={api}
          id={id}
          viewer={viewer}
          timeZone={timeZone}
          onChanged={changed}
          onClose={() => setActing(false)}
        />
      )}
    </div>
  )
}

const hasOutcomes = ({ status }: ClinicAppointment) =>
  status === 'completed' || status === 'did_not_attend'

/** Whether the dialog offers anything at all. */
function mayAct(appointment: ClinicAppointment): boolean {
  const { may, start } = appointment
  if (may.reschedule || may.cancel || wayBackOf(appointment)) return true
  return may.complete && Date.parse(start) <= Date.now()
}

const scheduleOf = ({ staff_id, start }: ClinicAppointment, timeZone: string) =>
  scheduleAddressOf({
    action: 'schedule',
    by: 'staff',
    only: staff_id,
    span: 'day',
    date: plainDateAt(start, timeZone),
    siteId: null,
    look: 'grid',
  })
