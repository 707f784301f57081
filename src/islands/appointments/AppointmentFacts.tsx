import type { ReactNode } from 'react'
import type { AttendanceAnswer } from '#lib/contract/booking.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import { outcomeAddress } from '#lib/outcomes/outcome-address.ts'
import { formatAttendance } from '#lib/own-appointments/appointment-attendance.ts'
import { FormAlerts } from '../forms/answers/FormAlerts.tsx'
import { useTimeZone } from '../identity/island-context.ts'
import { formatIdentity } from '../people/patient-choice/format-patient.ts'
import { changeableFacts } from './StaleAppointment.tsx'

type AppointmentFactsProps = { appointment: ClinicAppointment }

export function AppointmentFacts({ appointment }: AppointmentFactsProps) {
  const timeZone = useTimeZone()
  const { patient } = appointment
  const facts = changeableFacts(appointment, timeZone)
  const { When, Type, With, Status } = facts
  const rows: [string, ReactNode][] = [
    [
      'Patient',
      <>
        <span className="font-semibold">{patient.full_name}</span>
        <br />
        {formatIdentity(patient)}
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
    ['Status', `${Status}${formatStatusChange(appointment, timeZone)}`],
  ]
  if (appointment.attendance)
    rows.push(['Patient says', formatAnswered(appointment.attendance, timeZone)])
  if (appointment.forms)
    rows.push([
      'Forms',
      <a
        key="forms"
        className="link"
        href={formAddress('clinic', 'for-appointment', appointment.id)}
      >
        {formatStaffFormProgress(appointment.forms) ??
          (appointment.status === 'booked'
            ? 'None from the patient'
            : 'None submitted by the patient')}
      </a>,
    ])
  if (appointment.outcomes.length > 0)
    rows.push(['Outcome', <Outcomes key="outcomes" {...appointment} />])
  rows.push(['Reference', appointment.reference])
  for (const name of ['Notes', 'Clinician’s notes'] as const) {
    if (facts[name]) rows.push([name, <Text key={name}>{facts[name]}</Text>])
  }
  if (appointment.unfinished_forms.length > 0)
    rows.push([
      'Forms not finished',
      <Text key="unfinished">
        {`${appointment.unfinished_forms.join(', ')}\n${appointment.unfinished_forms_reason}`}
      </Text>,
    ])
  if (appointment.cancellation_notes) rows.push(['Why cancelled', appointment.cancellation_notes])
  return (
    <>
      <FormAlerts alerts={appointment.forms?.alerts ?? []} />
      <dl className="summary-list">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const formatAnswered = (attendance: AttendanceAnswer, timeZone: string) =>
  `${formatAttendance(attendance)}, ${formatDateTime(attendance.answered, timeZone)}`

const Text = ({ children }: { children: string }) => (
  <span className="whitespace-pre-line wrap-anywhere">{children}</span>
)

const Outcomes = ({ id, outcomes }: Pick<ClinicAppointment, 'id' | 'outcomes'>) =>
  outcomes.map((outcome) => (
    <span key={outcome.id} className="block">
      {outcome.has_letter ? (
        <a
          className="link"
          href={outcomeAddress('clinic', { appointmentId: id, outcomeId: outcome.id })}
        >
          {outcome.name}
        </a>
      ) : (
        outcome.name
      )}
    </span>
  ))

function formatStatusChange(appointment: ClinicAppointment, timeZone: string): string {
  const [at, by] = findStatusChange(appointment)
  const again = appointment.status_change?.reinstated ? ' again' : ''
  return `${again}${at ? `, ${formatDateTime(at, timeZone)}` : ''}${by ? ` by ${by}` : ''}`
}

function findStatusChange(appointment: ClinicAppointment): [at: string | null, by: string] {
  const { status, status_change } = appointment
  const known = status_change?.by_name ?? ''
  switch (status) {
    case 'completed':
      return [appointment.completed_on, appointment.completed_by_name || known]
    case 'cancelled':
      return [appointment.cancelled_on, appointment.cancelled_by_name || known]
    case 'booked':
      return [status_change?.at ?? appointment.created, known]
    case 'did_not_attend':
      return [status_change?.at ?? null, known]
  }
}
