import { assign, setup } from 'xstate'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { BulkResult } from '#lib/contract/admin/bulk.ts'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'

type BulkChange = { action: string | null; records: readonly AdminRecord[] }

type ExecuteResult =
  | { kind: 'answered'; results: readonly BulkResult[] }
  /** None was looked at, for this reason. */
  | { kind: 'refused'; reason: string }

type BulkChangeEvent =
  | { type: 'action.chosen'; action: string }
  | { type: 'change.confirmed' }
  | { type: 'change.retried' }

type Context = BulkChange & {
  results: readonly BulkResult[]
  reason: string
  isUnsure: boolean
}

export const bulkChangeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as BulkChangeEvent,
    input: {} as BulkChange,
  },
  actors: { execute: providedActor<ExecuteResult, BulkChange>() },
  actions: {
    explain: assign((_, { reason }: { reason: string }) => ({ reason })),
    storeResults: assign((_, { results }: { results: readonly BulkResult[] }) => ({ results })),
    dropReason: assign({ reason: '' }),
    noteUnsure: assign({ isUnsure: true }),
  },
  guards: {
    hasAction: ({ context }) => context.action !== null,
    isUnsure: ({ context }) => context.isUnsure,
    hasRefusals: ({ context: { results } }) => results.some(({ outcome }) => outcome === 'refused'),
  },
}).createMachine({
  id: 'bulkChange',
  context: ({ input }) => ({ ...input, results: [], reason: '', isUnsure: false }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'action.chosen': {
          actions: assign(({ event: { action } }) => ({ action, reason: '' })),
        },
        'change.confirmed': { guard: 'hasAction', target: 'acting', actions: 'dropReason' },
      },
    },
    acting: {
      invoke: {
        id: 'execute',
        src: 'execute',
        input: ({ context: { action, records } }) => ({ action, records }),
        onDone: [
          whenKind('refused', { target: 'refused', actions: 'explain' }),
          whenKind('answered', { target: 'answered', actions: 'storeResults' }),
        ],
        onError: { target: 'unanswered', actions: 'noteUnsure' },
      },
    },
    refused: { always: [{ guard: 'isUnsure', target: 'unanswered' }, { target: 'choosing' }] },
    answered: {
      always: [{ guard: 'hasRefusals', target: 'partlyDone' }, { target: 'done' }],
    },
    partlyDone: {},
    /** Nobody knows what was done: another try does the rest, and says of each how it stands. */
    unanswered: { on: { 'change.retried': { target: 'acting', actions: 'dropReason' } } },
    done: {},
  },
})
