import type { BulkResult } from '#lib/contract/admin/bulk.ts'
import type { bulkChangeMachine } from '#machines/admin/bulk-change.machine.ts'
import type { ActorInput } from '#machines/provided-actor.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const quay = { id: 4, version: 2, name: 'Quay Street', hidden: false }
export const mill = { id: 5, version: 1, name: 'Mill Lane', hidden: false }

export const bulkInput: ActorInput<typeof bulkChangeMachine, 'execute'> = {
  action: null,
  records: [quay, mill],
}

const done: BulkResult[] = [
  { id: 4, outcome: 'done' },
  { id: 5, outcome: 'already' },
]
export const REASON = 'This site is still used by 2 rooms.'
const partly: BulkResult[] = [
  { id: 4, outcome: 'done' },
  { id: 5, outcome: 'refused', code: 'conflict', detail: REASON },
]

export const bulkChangeCatalogue = {
  events: {
    'action.chosen': [{ type: 'action.chosen', action: 'delete' }],
    'change.confirmed': [{ type: 'change.confirmed' }],
    'change.retried': [{ type: 'change.retried' }],
  },
  results: {
    execute: {
      answered: [
        { kind: 'answered', results: done },
        { kind: 'answered', results: partly },
      ],
      refused: [{ kind: 'refused', reason: 'You may not delete sites.' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof bulkChangeMachine>

/** What else tells two states apart. */
export const distinguishBulkChanges = ({
  action,
  reason,
  isUnsure,
}: {
  action: unknown
  reason: string
  isUnsure: boolean
}) => [action, reason, isUnsure]
