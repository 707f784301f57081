import '../../ui/form/zod-without-eval.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { can } from '#lib/policy/policy.ts'
import { AdviceSection } from '../../advice/AdviceSection.tsx'
import { AppointmentPanel } from '../../appointments/AppointmentPanel.tsx'
import { useAppointmentAction } from '../../appointments/use-appointment-action.ts'
import { useApi, useTimeZone, useViewer } from '../../identity/island-context.ts'
import { type IslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { MessagesSection } from '../../messages/MessagesSection.tsx'
import { DownloadLink } from '../../ui/DownloadLink.tsx'
import { VaccinationsSection } from '../../vaccinations/VaccinationsSection.tsx'
import { AppointmentSections } from './AppointmentSections.tsx'
import { EndLinks } from './EndLinks.tsx'
import { OtherAppointments } from './OtherAppointments.tsx'
import { appointmentsKey } from './other-appointments-query.ts'
import { PatientHeader } from './PatientHeader.tsx'
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
