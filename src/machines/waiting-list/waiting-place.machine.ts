import { assign, setup } from 'xstate'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type PlaceAction = 'accept' | 'decline' | 'leave'

export type PlaceResult =
  | { kind: 'booked' }
  | { kind: 'declined' }
  | { kind: 'left' }
  /** The time is no longer kept, or they have another appointment then. */
  | { kind: 'refused'; detail: string }
  /** There is no network: nothing left the browser. */
  | { kind: 'unsent' }

export type WaitingPlaceEvent = { type: 'place.answered'; action: PlaceAction }

/** A patient's place on a waiting list: they take or decline what is offered, or leave. */
export const waitingPlaceMachine = setup({
  types: {
    context: {} as { action: PlaceAction | null; detail: string },
    events: {} as WaitingPlaceEvent,
  },
  actors: {
    sendAnswer: providedActor<PlaceResult, { action: PlaceAction | null }>(),
  },
  actions: {
    keepAction: assign((_, { action }: { action: PlaceAction }) => ({ action, detail: '' })),
    forgetAction: assign({ action: null }),
    explain: assign({ detail: (_, { detail }: { detail: string }) => detail }),
  },
}).createMachine({
  id: 'waitingPlace',
  context: { action: null, detail: '' },
  initial: 'waiting',
  states: {
    waiting: {
      initial: 'ready',
      states: {
        ready: {},
        declined: {},
        refused: {},
        offline: {},
        /** It may be done. Answering again is safe. */
        unanswered: {},
      },
      on: { 'place.answered': { target: 'sending', actions: withEvent('keepAction') } },
    },
    sending: {
      invoke: {
        id: 'sendAnswer',
        src: 'sendAnswer',
        input: ({ context: { action } }) => ({ action }),
        onDone: [
          { guard: isKind('booked'), target: 'booked' },
          { guard: isKind('left'), target: 'left' },
          { guard: isKind('declined'), target: 'waiting.declined' },
          whenKind('refused', { target: 'waiting.refused', actions: 'explain' }),
          { target: 'waiting.offline' },
        ],
        onError: 'waiting.unanswered',
      },
      exit: 'forgetAction',
    },
    booked: { type: 'final' },
    left: { type: 'final' },
  },
})
