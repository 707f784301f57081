import type { Decided, DecideResult, NeedAttentionEvent } from '#machines/need-attention.machine.ts'
import type { Catalogue } from './event-catalogue.ts'

const about = { id: 41, version: 2, words: 'the appointment of Ada Byron' }

export const deeds = {
  move: {
    ...about,
    deed: { kind: 'move', start: '2026-08-06T08:30:00.000Z', staffId: 8, roomId: 6, to: '9:30am' },
  },
  leave: { ...about, deed: { kind: 'leave' } },
  reopen: { ...about, deed: { kind: 'reopen' } },
} satisfies Record<Decided['deed']['kind'], Decided>

export const needAttentionCatalogue = {
  events: {
    'deed.chosen': [
      { type: 'deed.chosen', decided: deeds.move },
      { type: 'deed.chosen', decided: deeds.leave },
      { type: 'deed.chosen', decided: deeds.reopen },
    ],
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
