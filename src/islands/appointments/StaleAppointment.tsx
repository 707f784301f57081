import { useEffect, useRef } from 'react'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { formatDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import type { AppointmentAction } from '#machines/appointments/appointment-action.machine.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'

type StaleAppointmentProps = {
  change: string
  /** It is undefined where what was shown is not known any more. */
  before: ClinicAppointment | undefined
  now: ClinicAppointment
  action: AppointmentAction | null
  onGoOn: () => void
  onLeave: () => void
}

export function StaleAppointment(props: StaleAppointmentProps) {
  const timeZone = useTimeZone()
  const { change, before, now, action, onGoOn, onLeave } = props
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const changes = before ? describeAppointmentChange(before, now, timeZone) : []
  const why = action ? whyImpossible(action.kind, now) : ''
  const chosen =
    action?.kind === 'complete'
      ? now.offered_outcomes.filter(({ id }) => action.outcomeIds.includes(id))
      : []
  return (
    <section
      ref={section}
      role="alert"
      tabIndex={-1}
      className="banner banner-warn flex flex-col items-start gap-3"
    >
      <p>{change} The details above are up to date.</p>
      {changes.length > 0 && (
        <ul className="list-disc ps-5">
          {changes.map(({ name, was }) => (
            <li key={name} className="wrap-anywhere">
              <span className="font-semibold">{name}</span> was: {was}
            </li>
          ))}
        </ul>
      )}
      {why && <p>{why}</p>}
      {action?.kind === 'cancel' && action.notes !== '' && (
        <p className="wrap-anywhere">Your reason for cancelling: {action.notes}</p>
      )}
      {chosen.length > 0 && (
        <p className="wrap-anywhere">Outcome: {chosen.map(({ name }) => name).join(', ')}</p>
      )}
      {action && 'clinicianNotes' in action && action.clinicianNotes !== '' && (
        <p className="whitespace-pre-line wrap-anywhere">Your notes: {action.clinicianNotes}</p>
      )}
      {action && 'notification' in action && action.notification?.message && (
        <p className="whitespace-pre-line wrap-anywhere">
          Your message to the patient: {action.notification.message}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!why && <Button onClick={onGoOn}>Continue anyway</Button>}
        <Button look="secondary" onClick={onLeave}>
          Leave it as it is
        </Button>
      </div>
    </section>
  )
}

export const changeableFacts = (appointment: ClinicAppointment, timeZone: string) => {
  const { start, end, clinician, room, site } = appointment
  return {
    When: `${formatDate(start, timeZone)}, ${formatTimeRange(start, end, timeZone)}`,
    Type: appointment.appointment_type.name,
    With: `${clinician.full_name}, ${room.name}, ${site.name}`,
    Status: statusLabels(appointment.status),
    Notes: appointment.notes,
    'Clinician’s notes': appointment.clinician_notes,
  }
}

function describeAppointmentChange(
  before: ClinicAppointment,
  now: ClinicAppointment,
  timeZone: string,
): { name: string; was: string }[] {
  const facts = changeableFacts(now, timeZone)
  return Object.entries(changeableFacts(before, timeZone))
    .filter(([name, was]) => facts[name as keyof typeof facts] !== was)
    .map(([name, was]) => ({ name, was: was || 'none' }))
}

type Kind = AppointmentAction['kind']

const ACTIONS = {
  complete: { right: 'complete', participle: 'completed' },
  didNotAttend: { right: 'mark_as_did_not_attend', participle: 'marked as did not attend' },
  cancel: { right: 'cancel', participle: 'cancelled' },
  reschedule: { right: 'reschedule', participle: 'moved' },
  writeNotes: { right: 'write_notes', participle: 'changed' },
  change: { right: 'reschedule', participle: 'changed' },
  moveBack: { right: 'reschedule', participle: 'moved back' },
  reinstate: { right: 'undo', participle: 'set back to booked' },
} as const satisfies Record<Kind, { right: keyof ClinicAppointment['may']; participle: string }>

function whyImpossible(
  kind: Kind,
  { status, may }: Pick<ClinicAppointment, 'status' | 'may'>,
): string {
  const { right, participle } = ACTIONS[kind]
  if (may[right]) return ''
  if (kind === 'reinstate') return 'It is already booked again.'
  const now =
    status === 'did_not_attend' ? 'marked as did not attend' : statusLabels(status).toLowerCase()
  return kind === 'complete' && status === 'completed'
    ? 'It is already completed.'
    : `It is ${now} now, so it cannot be ${participle}.`
}
