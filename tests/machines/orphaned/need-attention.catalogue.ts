import type {
  needAttentionMachine,
  OrphanActionRequest,
} from '#machines/orphaned/need-attention.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

const about = { id: 41, version: 2, patient: 'Ada Byron' }
const from = {
  start: '2026-08-05T08:30:00.000Z',
  duration: 30,
  staff_id: 7,
  room_id: 5,
  appointment_type_id: 2,
}

export const notification = { tell_patient: true, message: '' }

export const actions = {
  move: {
    ...about,
    action: {
      kind: 'reschedule',
      from,
      start: '2026-08-06T09:00:00.000Z',
      staffId: 8,
      roomId: 6,
      question: null,
      notification: null,
    },
  },
  moveElsewhere: {
    ...about,
    action: {
      kind: 'reschedule',
      from,
      start: '2026-08-06T10:00:00.000Z',
      staffId: 8,
      roomId: 9,
      question: {
        from: 'Harbour Street',
        to: 'Quay Lane',
        place: '11am on Thursday 6 August 2026, Samir Okafor',
      },
      notification: null,
    },
  },
  keep: { ...about, action: { kind: 'keep' } },
  reopen: { ...about, action: { kind: 'reopen' } },
} satisfies Record<string, OrphanActionRequest>

export const needAttentionCatalogue = {
  events: {
    'action.chosen': [
      { type: 'action.chosen', request: actions.move },
      { type: 'action.chosen', request: actions.moveElsewhere },
      { type: 'action.chosen', request: actions.keep },
      { type: 'action.chosen', request: actions.reopen },
    ],
    'move.confirmed': [{ type: 'move.confirmed', notification }],
    'move.declined': [{ type: 'move.declined' }],
    'action.retried': [{ type: 'action.retried' }],
    'problem.read': [{ type: 'problem.read' }],
  },
  results: {
    applyAction: {
      done: [{ kind: 'done' }],
      stale: [{ kind: 'stale' }],
      refused: [{ kind: 'refused', reason: 'The clinician is occupied.' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof needAttentionMachine>
