import { statusLabels } from '#lib/appointments/appointment-status.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { formatDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import type { AppointmentAction } from '#machines/appointments/appointment-action.machine.ts'

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

export function describeAppointmentChange(
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

export function whyImpossible(
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
