import type {
  OutcomeChange,
  OutcomeChangeEvent,
  OutcomeEdit,
  SaveOutcomeResult,
} from '#machines/outcomes/outcome-change.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

const edits = {
  add: { kind: 'add' },
  change: { kind: 'change', id: 31, outcomeId: 7, name: 'Advice given', isOutdated: true },
  withdraw: { kind: 'withdraw', id: 31, name: 'Advice given' },
} as const satisfies Record<string, OutcomeEdit>

const said = { version: 4, reason: 'A wrong tick' }
const changes = {
  add: { kind: 'add', ...said, outcomeId: 8 },
  change: { kind: 'change', ...said, id: 31, outcomeId: 8 },
  withdraw: { kind: 'withdraw', ...said, id: 31 },
} as const satisfies Record<string, OutcomeChange>

export const outcomeChangeCatalogue = {
  events: {
    'editing.started': Object.values(edits).map((edit) => ({ type: 'editing.started', edit })) as [
      { type: 'editing.started'; edit: OutcomeEdit },
    ],
    'editing.left': [{ type: 'editing.left' }],
    'change.submitted': Object.values(changes).map((change) => ({
      type: 'change.submitted',
      change,
    })) as [{ type: 'change.submitted'; change: OutcomeChange }],
    'change.retried': [{ type: 'change.retried' }],
    'problem.read': [{ type: 'problem.read' }],
  },
  results: {
    saveOutcome: {
      done: [{ kind: 'done' }],
      stale: [{ kind: 'stale', reason: 'Rosa Whitfield changed an outcome at 10am.' }],
      refused: [
        {
          kind: 'refused',
          reason: 'Choose outcomes that this type of appointment offers.',
          fields: { outcome_id: ['Choose outcomes that this type of appointment offers.'] },
        },
      ],
    },
  },
  delays: {},
} satisfies Catalogue<OutcomeChangeEvent, { saveOutcome: SaveOutcomeResult }>
