import { assign, setup } from 'xstate'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type WrittenAdvice = { advice_text: string; category_ids: number[]; pinned: boolean }

export type AdviceMarks = Pick<
  OperationBody<'PATCH admin/patientadvices/{id}/'>,
  'pinned' | 'archived'
>

export type AdviceChange =
  | { kind: 'write'; written: WrittenAdvice }
  | { kind: 'change'; advice: PatientAdvice; written: WrittenAdvice }
  | { kind: 'mark'; advice: PatientAdvice; marks: AdviceMarks }
  | { kind: 'withdraw'; advice: PatientAdvice; reason: string }

type SaveAdviceResult =
  | { kind: 'saved' }
  /** Somebody else saved first; it says who. */
  | { kind: 'stale'; change: string }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

type ReadAdviceResult =
  | { kind: 'read'; advice: PatientAdvice }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

type AdviceWritingEvent =
  | { type: 'writing.requested' }
  | { type: 'editing.requested'; advice: PatientAdvice }
  | { type: 'withdrawing.requested'; advice: PatientAdvice }
  | { type: 'marks.chosen'; advice: PatientAdvice; marks: AdviceMarks }
  | { type: 'advice.submitted'; written: WrittenAdvice }
  | { type: 'withdrawal.confirmed'; reason: string }
  | { type: 'form.left'; hasChanges: boolean }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.dropped' }
  | { type: 'saving.retried' }
  | { type: 'saving.dropped' }
  | { type: 'reload.requested' }

type AdviceWritingContext = {
  advice: PatientAdvice | null
  change: AdviceChange | null
  done: AdviceChange | null
  reason: string
  refusedFields: FieldErrors
}

const nothing: AdviceWritingContext = {
  advice: null,
  change: null,
  done: null,
  reason: '',
  refusedFields: {},
}

/**
 * Advice is written, changed, marked or withdrawn one piece at a time, beside the list of it. The
 * form holds what was typed; the machine holds what is on its way.
 */
export const adviceWritingMachine = setup({
  types: { context: {} as AdviceWritingContext, events: {} as AdviceWritingEvent },
  actors: {
    saveAdvice: providedActor<SaveAdviceResult, { change: AdviceChange | null }>(),
    readAdvice: providedActor<ReadAdviceResult, { id: number | null }>(),
  },
  actions: {
    forget: assign(nothing),
    open: assign((_, { advice }: { advice: PatientAdvice }) => ({ ...nothing, advice })),
    storeWritten: assign(({ context: { advice } }, { written }: { written: WrittenAdvice }) => ({
      ...nothing,
      advice,
      change: advice
        ? { kind: 'change' as const, advice, written }
        : { kind: 'write' as const, written },
    })),
    storeMarks: assign((_, { advice, marks }: { advice: PatientAdvice; marks: AdviceMarks }) => ({
      ...nothing,
      change: { kind: 'mark' as const, advice, marks },
    })),
    storeWithdrawal: assign(({ context: { advice } }, { reason }: { reason: string }) => ({
      ...nothing,
      advice,
      change: advice && { kind: 'withdraw' as const, advice, reason },
    })),
    noteSaved: assign(({ context: { change } }) => ({ ...nothing, done: change })),
    noteReason: assign({ reason: (_, params: { change: string }) => params.change }),
    showRefusal: assign((_, params: { reason: string; fields: FieldErrors }) => ({
      reason: params.reason,
      refusedFields: params.fields,
    })),
    showLatest: assign({
      advice: (_, params: { advice: PatientAdvice }) => params.advice,
      reason: '',
    }),
  },
  guards: {
    hasChanges: (_, params: { hasChanges: boolean }) => params.hasChanges,
    isOpen: ({ context }) => context.advice !== null,
    isWritten: ({ context: { change } }) => change?.kind === 'write' || change?.kind === 'change',
    isWithdrawn: ({ context: { change } }) => change?.kind === 'withdraw',
  },
}).createMachine({
  id: 'adviceWriting',
  context: nothing,
  initial: 'listing',
  states: {
    listing: {
      on: {
        'writing.requested': { target: 'writing', actions: 'forget' },
        'editing.requested': { target: 'writing', actions: withEvent('open') },
        'withdrawing.requested': { target: 'askingReason', actions: withEvent('open') },
        'marks.chosen': { target: 'saving', actions: withEvent('storeMarks') },
      },
    },
    writing: {
      initial: 'answering',
      on: {
        'advice.submitted': { target: 'saving', actions: withEvent('storeWritten') },
        'form.left': [
          { guard: withEvent('hasChanges'), target: '.leaving' },
          { target: 'listing', actions: 'forget' },
        ],
      },
      states: {
        answering: {},
        leaving: {
          on: {
            'leaving.confirmed': { target: '#adviceWriting.listing', actions: 'forget' },
            'leaving.dropped': 'answering',
            // This is answered first.
            'advice.submitted': {},
            'form.left': {},
          },
        },
      },
    },
    askingReason: {
      on: {
        'withdrawal.confirmed': { target: 'saving', actions: withEvent('storeWithdrawal') },
        'form.left': { target: 'listing', actions: 'forget' },
      },
    },
    saving: {
      invoke: {
        id: 'saveAdvice',
        src: 'saveAdvice',
        input: ({ context: { change } }) => ({ change }),
        onDone: [
          whenKind('saved', { target: 'listing', actions: { type: 'noteSaved' } }),
          whenKind('stale', { target: 'late', actions: 'noteReason' }),
          whenKind('refused', { target: 'classifyingRefusal', actions: 'showRefusal' }),
        ],
        onError: 'unanswered',
      },
    },
    /** Marks are chosen from the list, which is read again. */
    late: { always: [{ guard: 'isOpen', target: 'outdated' }, { target: 'classifyingRefusal' }] },
    /** It leads back to where it was entered. */
    classifyingRefusal: {
      always: [
        { guard: 'isWritten', target: 'writing' },
        { guard: 'isWithdrawn', target: 'askingReason' },
        { target: 'listing' },
      ],
    },
    unanswered: { on: { 'saving.retried': 'saving', 'saving.dropped': 'classifyingRefusal' } },
    outdated: {
      on: {
        'reload.requested': 'rereading',
        'form.left': { target: 'listing', actions: 'forget' },
      },
    },
    rereading: {
      invoke: {
        id: 'readAdvice',
        src: 'readAdvice',
        input: ({ context: { advice } }) => ({ id: advice?.id ?? null }),
        onDone: [
          whenKind('read', { target: 'classifyingRefusal', actions: 'showLatest' }),
          whenKind('refused', { target: 'outdated', actions: 'showRefusal' }),
        ],
        onError: 'outdated',
      },
    },
  },
})
