import type { Decided, DecideResult, NeedAttentionEvent } from '#machines/need-attention.machine.ts'
import type { Catalogue } from './event-catalogue.ts'

const about = { id: 41, version: 2, patient: 'Ada Byron' }
const from = {
  start: '2026-08-05T08:30:00.000Z',
  duration: 30,
  staff_id: 7,
  room_id: 5,
  appointment_type_id: 2,
}

export const deeds = {
  move: {
    ...about,
    deed: {
      kind: 'move',
      from,
      start: '2026-08-06T09:00:00.000Z',
      staffId: 8,
      roomId: 6,
      crossing: null,
    },
  },
  moveElsewhere: {
    ...about,
    deed: {
      kind: 'move',
      from,
      start: '2026-08-06T10:00:00.000Z',
      staffId: 8,
      roomId: 9,
      crossing: {
        from: 'Harbour Street',
        to: 'Quay Lane',
        place: '11am on Thursday 6 August 2026, Samir Okafor',
      },
    },
  },
  leave: { ...about, deed: { kind: 'leave' } },
  reopen: { ...about, deed: { kind: 'reopen' } },
} satisfies Record<string, Decided>

export const needAttentionCatalogue = {
  events: {
    'deed.chosen': [
      { type: 'deed.chosen', decided: deeds.move },
      { type: 'deed.chosen', decided: deeds.moveElsewhere },
      { type: 'deed.chosen', decided: deeds.leave },
      { type: 'deed.chosen', decided: deeds.reopen },
    ],
    'site.confirmed': [{ type: 'site.confirmed' }],
    'site.declined': [{ type: 'site.declined' }],
    'deed.retried': [{ type: 'deed.retried' }],
    'problem.read': [{ type: 'problem.read' }],
  },
  results: {
    decide: {
      done: [{ kind: 'done' }],
      stale: [{ kind: 'stale' }],
      refused: [{ kind: 'refused', reason: 'The clinician is occupied.' }],
    },
  },
  delays: {},
} satisfies Catalogue<NeedAttentionEvent, { decide: DecideResult }>
