import { assign, setup } from 'xstate'
import { isKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type SuggestedTime = { start: string; siteId: number }

export type LoadTimesResult =
  | { kind: 'needed' }
  /** The appointment can be kept as it is. */
  | { kind: 'notNeeded' }

export type TakeTimeResult =
  | { kind: 'moved' }
  /** Somebody else was quicker: there are other times. */
  | { kind: 'taken' }
  /** The appointment is not as it was shown. */
  | { kind: 'outdated' }
  /** There is no network: nothing left the browser. */
  | { kind: 'unsent' }

export type NewTimeEvent = { type: 'loading.retried' } | ({ type: 'time.chosen' } & SuggestedTime)

/** A patient whose appointment cannot be kept takes one of the times that are suggested. */
export const newTimeMachine = setup({
  types: {
    context: {} as { time: SuggestedTime | null; isTaken: boolean },
    events: {} as NewTimeEvent,
  },
  actors: {
    loadTimes: providedActor<LoadTimesResult>(),
    takeTime: providedActor<TakeTimeResult, { time: SuggestedTime | null }>(),
  },
  actions: {
    keepTime: assign((_, { start, siteId }: SuggestedTime) => ({
      time: { start, siteId },
      isTaken: false,
    })),
    markTaken: assign({ isTaken: true }),
  },
}).createMachine({
  id: 'newTime',
  context: { time: null, isTaken: false },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadTimes',
        src: 'loadTimes',
        onDone: [{ guard: isKind('needed'), target: 'offering' }, { target: 'notNeeded' }],
        onError: 'loadFailed',
      },
    },
    loadFailed: { on: { 'loading.retried': 'loading' } },
    offering: {
      initial: 'ready',
      states: {
        ready: {},
        offline: {},
        /** It may have been moved. Choosing again is safe. */
        unanswered: {},
      },
      on: { 'time.chosen': { target: 'moving', actions: withEvent('keepTime') } },
    },
    moving: {
      invoke: {
        id: 'takeTime',
        src: 'takeTime',
        input: ({ context: { time } }) => ({ time }),
        onDone: [
          { guard: isKind('moved'), target: 'moved' },
          { guard: isKind('taken'), target: 'loading', actions: 'markTaken' },
          { guard: isKind('unsent'), target: 'offering.offline' },
          { target: 'outdated' },
        ],
        onError: 'offering.unanswered',
      },
    },
    moved: { type: 'final' },
    outdated: { type: 'final' },
    notNeeded: { type: 'final' },
  },
})
