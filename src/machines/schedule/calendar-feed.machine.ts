import { assign, setup } from 'xstate'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'

export type LoadFeedResult = { kind: 'none' } | { kind: 'made' }

/** There is no network: nothing left the browser. */
type Unsent = { kind: 'unsent' }
/** `address` is answered this once. */
export type MakeFeedResult = { kind: 'made'; address: string } | Unsent
export type EndFeedResult = { kind: 'ended' } | Unsent

export type CalendarFeedEvent =
  | { type: 'loading.retried' }
  | { type: 'feed.wanted' }
  | { type: 'replacement.requested' }
  | { type: 'ending.requested' }
  | { type: 'change.confirmed' }
  | { type: 'change.dropped' }

/** A clinician's calendar feed: made, its address replaced, and ended. */
export const calendarFeedMachine = setup({
  types: {
    context: {} as { address: string | null },
    events: {} as CalendarFeedEvent,
  },
  actors: {
    loadFeed: providedActor<LoadFeedResult>(),
    makeFeed: providedActor<MakeFeedResult>(),
    endFeed: providedActor<EndFeedResult>(),
  },
  actions: {
    keepAddress: assign((_, { address }: { address: string }) => ({ address })),
    forgetAddress: assign({ address: null }),
  },
}).createMachine({
  id: 'calendarFeed',
  context: { address: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadFeed',
        src: 'loadFeed',
        onDone: [{ guard: isKind('made'), target: 'made' }, { target: 'none' }],
        onError: 'loadFailed',
      },
    },
    loadFailed: { on: { 'loading.retried': 'loading' } },
    none: {
      initial: 'ready',
      states: { ready: {}, offline: {} },
      on: { 'feed.wanted': 'making' },
    },
    made: {
      initial: 'ready',
      states: { ready: {}, offline: {} },
      on: { 'replacement.requested': 'askingToReplace', 'ending.requested': 'askingToEnd' },
    },
    askingToReplace: { on: { 'change.confirmed': 'replacing', 'change.dropped': 'made' } },
    askingToEnd: { on: { 'change.confirmed': 'ending', 'change.dropped': 'made' } },
    making: {
      invoke: {
        id: 'makeFeed',
        src: 'makeFeed',
        onDone: [
          whenKind('made', { target: 'made', actions: 'keepAddress' }),
          { target: 'none.offline' },
        ],
        onError: 'unknown',
      },
    },
    replacing: {
      entry: 'forgetAddress',
      invoke: {
        id: 'makeFeed',
        src: 'makeFeed',
        onDone: [
          whenKind('made', { target: 'made', actions: 'keepAddress' }),
          { target: 'made.offline' },
        ],
        onError: 'unknown',
      },
    },
    ending: {
      invoke: {
        id: 'endFeed',
        src: 'endFeed',
        onDone: [
          { guard: isKind('ended'), target: 'none', actions: 'forgetAddress' },
          { target: 'made.offline' },
        ],
        onError: 'unknown',
      },
    },
    /** It may have happened: it is looked up. */
    unknown: { entry: 'forgetAddress', on: { 'loading.retried': 'loading' } },
  },
})
