import type {
  NewTime,
  rescheduleOwnMachine,
} from '#machines/own-appointments/reschedule-own.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

/** Half past nine of the clinic's clock on Thursday 6 August 2026. */
export const newTime: NewTime = {
  start: '2026-08-06T08:30:00Z',
  day: '2026-08-06',
  site: { id: 1, slug: 'harbour', name: 'Harbour' },
}

export const rescheduleOwnCatalogue = {
  events: {
    'time.chosen': [{ type: 'time.chosen', time: newTime }],
    'time.changed': [{ type: 'time.changed' }],
    'move.confirmed': [{ type: 'move.confirmed' }],
    'move.retried': [{ type: 'move.retried' }],
    'connection.restored': [{ type: 'connection.restored' }],
    'change.seen': [{ type: 'change.seen' }],
    'rescheduling.left': [{ type: 'rescheduling.left' }],
  },
  results: {
    rescheduleAppointment: {
      moved: [{ kind: 'moved' }],
      slotTaken: [{ kind: 'slotTaken' }],
      changed: [{ kind: 'changed' }],
      tooLate: [{ kind: 'tooLate' }],
      notFound: [{ kind: 'notFound' }],
      unsent: [{ kind: 'unsent' }],
      refused: [{ kind: 'refused', detail: 'You already have an appointment at this time.' }],
    },
    checkMove: {
      moved: [{ kind: 'moved' }],
      notMoved: [{ kind: 'notMoved' }],
      changed: [{ kind: 'changed' }],
      tooLate: [{ kind: 'tooLate' }],
      notFound: [{ kind: 'notFound' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof rescheduleOwnMachine>
