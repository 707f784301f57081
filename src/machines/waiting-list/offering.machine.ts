import { assign, setup } from 'xstate'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type WaitingPatient = { id: number; patient: string }

export type OfferingAction =
  | { kind: 'offer'; start: string; siteId: number }
  | { kind: 'withdraw' | 'accept' | 'decline'; offerId: number }
  | { kind: 'remove' }

export type OfferingRequest = WaitingPatient & { action: OfferingAction }

type OfferingResult = { kind: 'done' } | { kind: 'refused'; reason: string }

type OfferingEvent =
  | { type: 'times.requested'; who: WaitingPatient }
  | { type: 'times.retried' }
  | { type: 'time.chosen'; start: string; siteId: number }
  | { type: 'action.chosen'; request: OfferingRequest }
  | { type: 'removal.confirmed' }
  | { type: 'dialog.closed' }
  | { type: 'action.retried' }
  | { type: 'problem.read' }

type ChosenTime = { start: string; siteId: number }

type Context = { who: WaitingPatient | null; request: OfferingRequest | null; reason: string }

/**
 * Staff offer a time by hand, take an offer back, answer it for a patient who telephones, or remove
 * somebody. The island holds the list; the machine decides what may be done next.
 */
export const offeringMachine = setup({
  types: { context: {} as Context, events: {} as OfferingEvent },
  actors: {
    loadTimes: providedActor<undefined, { id: number }>(),
    applyAction: providedActor<OfferingResult, OfferingRequest>(),
  },
  actions: {
    storePatient: assign((_, { who }: { who: WaitingPatient }) => ({
      who,
      request: null,
      reason: '',
    })),
    keep: assign((_, { request }: { request: OfferingRequest }) => ({ request, reason: '' })),
    storeTime: assign(({ context: { who } }, { start, siteId }: ChosenTime) => ({
      request: who && { ...who, action: { kind: 'offer' as const, start, siteId } },
      reason: '',
    })),
    explain: assign({ reason: (_, { reason }: { reason: string }) => reason }),
    forget: assign({ who: null, request: null, reason: '' }),
    readAgain: () => undefined,
  },
  guards: {
    isRemoval: (_, { request }: { request: OfferingRequest }) => request.action.kind === 'remove',
  },
}).createMachine({
  id: 'offering',
  context: { who: null, request: null, reason: '' },
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: {
        'times.requested': { target: 'loadingTimes', actions: withEvent('storePatient') },
        'action.chosen': [
          {
            guard: withEvent('isRemoval'),
            target: 'confirmingRemoval',
            actions: withEvent('keep'),
          },
          { target: 'acting', actions: withEvent('keep') },
        ],
      },
    },
    loadingTimes: {
      invoke: {
        id: 'loadTimes',
        src: 'loadTimes',
        input: ({ context: { who } }) => ({ id: who?.id ?? 0 }),
        onDone: 'choosing',
        onError: 'timesFailed',
      },
      on: { 'dialog.closed': 'idle' },
    },
    timesFailed: { on: { 'times.retried': 'loadingTimes', 'dialog.closed': 'idle' } },
    choosing: {
      on: {
        'time.chosen': { target: 'acting', actions: withEvent('storeTime') },
        'dialog.closed': 'idle',
      },
    },
    confirmingRemoval: { on: { 'removal.confirmed': 'acting', 'dialog.closed': 'idle' } },
    acting: {
      invoke: {
        id: 'applyAction',
        src: 'applyAction',
        input: ({ context: { request } }) => {
          if (!request) throw new Error('there is no action')
          return request
        },
        onDone: [
          { guard: isKind('done'), target: 'idle', actions: 'readAgain' },
          whenKind('refused', { target: 'refused', actions: 'explain' }),
        ],
        onError: 'unanswered',
      },
    },
    /** Nothing was done. What was shown may be so no longer: it is read again. */
    refused: { entry: 'readAgain', on: { 'problem.read': 'idle' } },
    /** Nobody knows whether it was done: another try does it once, or says. */
    unanswered: {
      on: {
        'action.retried': 'acting',
        'problem.read': { target: 'idle', actions: 'readAgain' },
      },
    },
  },
})
