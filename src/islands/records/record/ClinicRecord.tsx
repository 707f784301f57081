import '../../ui/form/zod-without-eval.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { PatientRecord } from '#lib/contract/records/patient-records.ts'
import { ageOn } from '#lib/dates/age.ts'
import { formatCalendarDate, formatDateTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { AdviceSection } from '../../advice/AdviceSection.tsx'
import { AppointmentPanel } from '../../appointments/AppointmentPanel.tsx'
import {
  type AppointmentFlow,
  useAppointmentAction,
} from '../../appointments/use-appointment-action.ts'
import { FormAlerts } from '../../forms/answers/FormAlerts.tsx'
import { StaffForms } from '../../forms/of-appointment/StaffForms.tsx'
import { useApi, useTimeZone, useViewer } from '../../identity/island-context.ts'
import { type IslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { MessagesSection } from '../../messages/MessagesSection.tsx'
import { OutcomesSection } from '../../outcomes/OutcomesSection.tsx'
import { DownloadLink } from '../../ui/DownloadLink.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { VaccinationsSection } from '../../vaccinations/VaccinationsSection.tsx'
import { AllergyFacts } from './AllergyFacts.tsx'
import { EndLinks } from './EndLinks.tsx'
import { OtherAppointments } from './OtherAppointments.tsx'
import { appointmentsKey } from './other-appointments-query.ts'
import { clinicRecordCalls, MESSAGES, patientRecordQuery } from './patient-record-queries.ts'
import { Timeline } from './Timeline.tsx'

type ClinicRecordProps = IslandProps & {
  /** Exactly one of them is set. */
  appointmentId: number | null
  patientId: number | null
  viewer: Viewer
}

export function ClinicRecord(props: ClinicRecordProps) {
  const { appointmentId, patientId, viewer, settings, api: injected } = props
  return (
    <SignedInIsland settings={settings} api={injected} viewer={viewer}>
      {appointmentId === null ? (
        <PatientSections patientId={patientId ?? 0} />
      ) : (
        <OfAppointment appointmentId={appointmentId} />
      )}
    </SignedInIsland>
  )
}

function OfAppointment({ appointmentId }: { appointmentId: number }) {
  const api = useApi()
  const timeZone = useTimeZone()
  const queries = useQueryClient()
  const changed = ({ patient }: ClinicAppointment) => {
    const { queryKey: patientKey } = patientRecordQuery(api, patient.id)
    for (const queryKey of [
      appointmentsKey(patient.id),
      patientKey,
      ['timeline'],
      [MESSAGES],
      ['appointment-forms'],
      ['appointment-outcomes'],
    ]) {
      void queries.invalidateQueries({ queryKey })
    }
  }
  const flow = useAppointmentAction({ api, id: appointmentId, timeZone, onChanged: changed })
  const { appointment } = flow
  if (!appointment) return <AppointmentPanel flow={flow} isOnRecord />
  return (
    <PatientSections
      patientId={appointment.patient.id}
      appointmentId={appointmentId}
      clinician={{ staffId: appointment.staff_id, name: appointment.clinician.full_name }}
    >
      <AppointmentSections {...{ appointment, flow }} />
    </PatientSections>
  )
}

type AppointmentSectionsProps = {
  appointment: ClinicAppointment
  flow: AppointmentFlow
}

function AppointmentSections(props: AppointmentSectionsProps) {
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

type PatientSectionsProps = {
  patientId: number
  appointmentId?: number
  clinician?: { staffId: number; name: string }
  children?: ReactNode
}

function PatientSections(props: PatientSectionsProps) {
  const api = useApi()
  const viewer = useViewer()
  const { patientId, appointmentId, children } = props
  const { clinician } = props
  const [calls] = useState(() => clinicRecordCalls(api, patientId))
  const seesPatient = can(viewer, 'person.see')
  const seesMessages = seesPatient && can(viewer, 'appointment.see', { staffId: viewer.staff_id })
  const sections = [
    ...(children ? [['appointment', 'This appointment'] as const] : []),
    ...(appointmentId === undefined ? [] : [['forms', 'Forms'] as const]),
    ...(can(viewer, 'vaccination.see') ? [['vaccinations', 'Vaccinations'] as const] : []),
    ...(can(viewer, 'advice.see') ? [['advice', 'Advice'] as const] : []),
    ['appointments', 'Appointments'] as const,
    ...(seesMessages ? [['messages', 'Messages'] as const] : []),
    ...(seesPatient ? [['timeline', 'Timeline'] as const] : []),
  ]
  return (
    <div className="flex flex-col gap-8">
      {seesPatient && <PatientHeader patientId={patientId} />}
      <nav aria-label="On this record" className="print:hidden">
        <ul className="flex flex-wrap gap-x-4 gap-y-2">
          {sections.map(([id, text]) => (
            <li key={id}>
              <a className="link inline-block py-2" href={`#${id}`}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
      <VaccinationsSection
        patientId={patientId}
        {...(appointmentId !== undefined && { appointmentId })}
        {...(clinician && { clinician })}
      />
      <AdviceSection
        patientId={patientId}
        {...(appointmentId !== undefined && { appointmentId })}
      />
      <OtherAppointments patientId={patientId} exceptId={appointmentId} />
      {seesMessages && (
        <div className="flex flex-col gap-4">
          <MessagesSection {...{ calls, patientId }} />
          <EndLinks
            patientId={patientId}
            appointment={
              appointmentId !== undefined && clinician
                ? { id: appointmentId, staffId: clinician.staffId }
                : undefined
            }
          />
        </div>
      )}
      {seesPatient && (
        <section aria-labelledby="timeline" className="flex flex-col gap-4">
          <h2 id="timeline" className="heading-2">
            Timeline
          </h2>
          <Timeline {...{ calls, patientId }} />
        </section>
      )}
      {can(viewer, 'patientRecord.export') && (
        <div className="flex flex-col items-start gap-3 print:hidden">
          <DownloadLink
            href={api.fileAddress('GET admin/patient-records/{id}/fhir/', {
              params: { id: patientId },
            })}
          >
            Export as FHIR
          </DownloadLink>
        </div>
      )}
    </div>
  )
}

type PatientHeaderProps = { patientId: number }

/** It stays in sight, because it says who this is and what to be careful of. */
function PatientHeader({ patientId }: PatientHeaderProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const queries = useQueryClient()
  const query = useQuery(patientRecordQuery(api, patientId))
  const [calls] = useState(() => clinicRecordCalls(api, patientId))
  const { data: record } = query
  if (!record) {
    return <QueryStatus query={query} what="the patient" loading="Looking up the patient" />
  }
  const { patient, allergies, alerts, next_appointment: next, may } = record
  return (
    <section
      aria-label="Patient"
      className="card sticky z-10 flex max-h-[45vh] flex-col gap-1 overflow-y-auto print:static"
      style={{ top: 'var(--offline-height, 0)' }}
    >
      <p className="heading-3 wrap-anywhere">
        {patient.full_name}
        {patient.is_deceased && <span className="tag tag-danger ms-2">Deceased</span>}
      </p>
      <p className="text-ink-soft">{formatIdentity(patient, timeZone)}</p>
      <AllergyFacts
        {...{ calls, allergies }}
        mayChange={may.change_allergies}
        onSaved={(saved) =>
          queries.setQueryData(patientRecordQuery(api, patientId).queryKey, {
            ...record,
            allergies: saved,
          })
        }
      />
      <FormAlerts alerts={alerts} />
      {next && (
        <p>
          <span className="font-semibold">Next: </span>
          <a className="link" href={`/clinic/record-details?appointment_id=${next.id}`}>
            {next.service}, {formatDateTime(next.start, timeZone)}
          </a>
        </p>
      )}
    </section>
  )
}

function formatIdentity({ dob, nhs_number }: PatientRecord['patient'], timeZone: string): string {
  const born = dob
    ? `Born ${formatCalendarDate(dob)} (age ${ageOn(plainDateAt(Date.now(), timeZone), dob)})`
    : 'Date of birth not known'
  return nhs_number ? `${born}, NHS number ${spacedNhsNumber(nhs_number)}` : born
}
