import { assign, setup } from 'xstate'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { BulkRefusal, BulkResult } from '#lib/contract/admin/bulk.ts'
import { isKind, ofKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'

export type BulkChange = { action: string | null; records: readonly AdminRecord[] }

export type CarryOutResult =
  | { kind: 'answered'; results: readonly BulkResult[] }
  /** None was looked at: why, in words for people. */
  | { kind: 'refused'; reason: string }

export type BulkChangeEvent =
  | { type: 'action.chosen'; action: string }
  | { type: 'change.confirmed' }
  | { type: 'change.retried' }

type Context = BulkChange & {
  results: readonly BulkResult[]
  reason: string
  /** A try was not answered: some of it may be done. */
  isUnsure: boolean
}

const refusalsIn = (results: readonly BulkResult[]): BulkRefusal[] =>
  results.filter((one) => one.outcome === 'refused')

export const bulkChangeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as BulkChangeEvent,
    input: {} as BulkChange,
  },
  actors: { carryOut: providedActor<CarryOutResult, BulkChange>() },
  actions: {
    explain: assign((_, { reason }: { reason: string }) => ({ reason })),
    dropReason: assign({ reason: '' }),
    noteUnsure: assign({ isUnsure: true }),
  },
  guards: {
    hasAction: ({ context }) => context.action !== null,
    isRefusedUnsure: ({ context }, { kind }: CarryOutResult) =>
      context.isUnsure && kind === 'refused',
    hasRefusals: (_, results: readonly BulkResult[]) => refusalsIn(results).length > 0,
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
        id: 'carryOut',
        src: 'carryOut',
        input: ({ context: { action, records } }) => ({ action, records }),
        onDone: [
          {
            guard: { type: 'isRefusedUnsure', params: ({ event }) => event.output },
            target: 'unanswered',
            actions: { type: 'explain', params: ({ event }) => ofKind(event, 'refused') },
          },
          {
            guard: isKind('refused'),
            target: 'choosing',
            actions: { type: 'explain', params: ({ event }) => ofKind(event, 'refused') },
          },
          {
            target: 'answered',
            actions: assign(({ event }) => ({ results: ofKind(event, 'answered').results })),
          },
        ],
        onError: { target: 'unanswered', actions: 'noteUnsure' },
      },
    },
    answered: {
      always: [
        {
          guard: { type: 'hasRefusals', params: ({ context }) => context.results },
          target: 'partlyDone',
        },
        { target: 'done' },
      ],
    },
    partlyDone: {},
    /** Nobody knows what was done: another try does the rest, and says of each how it stands. */
    unanswered: { on: { 'change.retried': { target: 'acting', actions: 'dropReason' } } },
    done: {},
  },
})
