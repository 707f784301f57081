import type {
  appointmentMoveMachine,
  MoveTarget,
} from '#machines/schedule/appointment-move.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

const HOUR = 3_600_000
export const from: MoveTarget = {
  staffId: 7,
  roomId: 3,
  siteId: 2,
  start: 9 * HOUR,
  end: 10 * HOUR,
}
export const later: MoveTarget = { ...from, start: 11 * HOUR, end: 12 * HOUR }
/** At the same time and site: the patient is not told. */
export const longer: MoveTarget = { ...from, end: 11 * HOUR }
export const elsewhere: MoveTarget = { ...from, staffId: 8, roomId: 5, siteId: 4 }

export const moveCatalogue = {
  events: {
    'appointment.taken': [{ type: 'appointment.taken', appointment: { id: 1, version: 4, from } }],
    'appointment.carried': [
      { type: 'appointment.carried', to: later, objection: '' },
      { type: 'appointment.carried', to: later, objection: 'Nobody works then.' },
      { type: 'appointment.carried', to: elsewhere, objection: '' },
      { type: 'appointment.carried', to: longer, objection: '' },
    ],
    'appointment.dropped': [{ type: 'appointment.dropped' }],
    'move.confirmed': [
      {
        type: 'move.confirmed',
        notification: { tell_patient: true, message: 'Sorry about this.' },
      },
    ],
    'move.abandoned': [{ type: 'move.abandoned' }],
    'refusal.read': [{ type: 'refusal.read' }],
  },
  results: {
    rescheduleAppointment: {
      moved: [{ kind: 'moved' }],
      refused: [{ kind: 'refused', reason: 'This time has just been taken.' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof appointmentMoveMachine>
