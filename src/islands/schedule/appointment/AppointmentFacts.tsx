import type { ReactNode } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import { identityInWords } from '../../patient-choice/patient-words.ts'
import { Lines } from '../../ui/Lines.tsx'
import { changeableFacts } from './what-changed.ts'

type AppointmentFactsProps = { appointment: ClinicAppointment; timeZone: string }

/** Everything about an appointment that whoever works here needs at a glance. */
export function AppointmentFacts({ appointment, timeZone }: AppointmentFactsProps) {
  const { patient } = appointment
  const { When, Type, With, Status, Notes } = changeableFacts(appointment, timeZone)
  const rows: [string, ReactNode][] = [
    [
      'Patient',
      <>
        <span className="font-semibold">{patient.full_name}</span>
        <br />
        {identityInWords(patient)}
        {patient.email && (
          <>
            <br />
            {patient.email}
          </>
        )}
      </>,
    ],
    ['When', When],
    ['Type', Type],
    ['With', With],
    ['Status', `${Status}${outcomeInWords(appointment, timeZone)}`],
  ]
  if (appointment.outcomes.length > 0)
    rows.push(['What came of it', <Outcomes key="outcomes" outcomes={appointment.outcomes} />])
  rows.push(['Reference', appointment.reference])
  if (Notes)
    rows.push([
      'Notes',
      <span key="notes" className="whitespace-pre-line">
        {Notes}
      </span>,
    ])
  if (appointment.cancellation_notes) rows.push(['Why cancelled', appointment.cancellation_notes])
  return (
    <dl className="summary-list">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Each in the version that it was given. */
const Outcomes = ({ outcomes }: Pick<ClinicAppointment, 'outcomes'>) => (
  <Lines
    lines={outcomes.map(
      ({ name, version, subversion }) => `${name} (version ${version}.${subversion})`,
    )}
  />
)

function outcomeInWords(appointment: ClinicAppointment, timeZone: string): string {
  const { completed_on, completed_by_name, cancelled_on, cancelled_by_name } = appointment
  const by = (name: string) => (name ? ` by ${name}` : '')
  if (completed_on) return `, ${formatDateTime(completed_on, timeZone)}${by(completed_by_name)}`
  if (cancelled_on) return `, ${formatDateTime(cancelled_on, timeZone)}${by(cancelled_by_name)}`
  return ''
}
