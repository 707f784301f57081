import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

/** `id` of the recorded outcome. */
export type OutcomeEdit =
  | { kind: 'add' }
  | { kind: 'change'; id: number; outcomeId: number; name: string; isOutdated: boolean }
  | { kind: 'withdraw'; id: number; name: string }

/** `version` of the appointment as it was shown. */
export type OutcomeChange = { version: number; reason: string } & (
  | { kind: 'add'; outcomeId: number }
  | { kind: 'change'; id: number; outcomeId: number }
  | { kind: 'withdraw'; id: number }
)

export type SaveOutcomeResult =
  | { kind: 'done' }
  /** What somebody else did first, in words. */
  | { kind: 'stale'; reason: string }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

export type OutcomeChangeEvent =
  | { type: 'editing.started'; edit: OutcomeEdit }
  | { type: 'editing.left' }
  | { type: 'change.submitted'; change: OutcomeChange }
  | { type: 'change.retried' }
  | { type: 'problem.read' }

type Context = {
  edit: OutcomeEdit | null
  change: OutcomeChange | null
  reason: string
  fields: FieldErrors
}

const NOTHING: Context = { edit: null, change: null, reason: '', fields: {} }

/** One outcome of an appointment is added, changed or withdrawn in a dialog. */
export const outcomeChangeMachine = setup({
  types: { context: {} as Context, events: {} as OutcomeChangeEvent },
  actors: { saveOutcome: providedActor<SaveOutcomeResult, OutcomeChange>() },
  actions: {
    keepEdit: assign((_, { edit }: { edit: OutcomeEdit }) => ({ ...NOTHING, edit })),
    keepChange: assign((_, { change }: { change: OutcomeChange }) => ({
      change,
      reason: '',
      fields: {},
    })),
    explain: assign((_, { reason }: { reason: string }) => ({ reason })),
    showRefusal: assign((_, params: { reason: string; fields: FieldErrors }) => ({
      reason: params.reason,
      fields: params.fields,
    })),
    forget: assign(NOTHING),
    readAgain: () => undefined,
  },
}).createMachine({
  id: 'outcomeChange',
  context: NOTHING,
  initial: 'resting',
  states: {
    resting: {
      entry: 'forget',
      on: { 'editing.started': { target: 'editing', actions: withEvent('keepEdit') } },
    },
    editing: {
      on: {
        'change.submitted': { target: 'saving', actions: withEvent('keepChange') },
        'editing.left': 'resting',
      },
    },
    saving: {
      invoke: {
        id: 'saveOutcome',
        src: 'saveOutcome',
        input: ({ context: { change } }) => {
          if (!change) throw new Error('there is no change')
          return change
        },
        onDone: [
          { guard: isKind('done'), target: 'resting', actions: 'readAgain' },
          whenKind('stale', { target: 'outdated', actions: 'explain' }),
          whenKind('refused', { target: 'editing', actions: 'showRefusal' }),
        ],
        onError: 'unanswered',
      },
    },
    /** Nothing was saved. What is shown may be so no longer: it is read again. */
    outdated: {
      entry: 'readAgain',
      on: { 'problem.read': 'resting' },
    },
    /** Nobody knows whether it was saved: another try saves it once, or says. */
    unanswered: {
      on: {
        'change.retried': 'saving',
        'problem.read': { target: 'resting', actions: 'readAgain' },
      },
    },
  },
})
