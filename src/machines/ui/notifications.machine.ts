import { assign, setup } from 'xstate'
import { withEvent } from '../with-event.ts'

type NotificationAction = { label: string; run: () => void }

export type NotificationInput = {
  /** It worked; look out; it did not work. */
  kind: 'done' | 'warning' | 'failed'
  message: string
  action: NotificationAction | null
  /** A later one of the same topic takes its place at once: what it says is no longer so. */
  topic?: string
}

export type Notification = NotificationInput & { id: number }

export type NotificationsEvent =
  | { type: 'notification.added'; notification: NotificationInput }
  | { type: 'notification.dismissed' }
  | { type: 'topic.withdrawn'; topic: string }
  | { type: 'attention.taken' }
  | { type: 'attention.left' }

const SHOWN_FOR = 5000
/** A confirmation is read by then, and makes way if something else waits to be told. */
const NOTICED_AFTER = 1500

const isSame = (one: NotificationInput | undefined, other: NotificationInput) =>
  one?.kind === other.kind && one.message === other.message && !one.action && !other.action

const withoutTopic = (queue: readonly Notification[], topic: string | undefined) =>
  topic === undefined ? queue : queue.filter((waiting) => waiting.topic !== topic)

type Context = {
  queue: readonly Notification[]
  lastId: number
}

/**
 * Each notification goes by itself after five seconds, unless somebody attends to it or it offers
 * something to do. One that offers something lets the others go first, and the newest of these is
 * shown, so that none is kept from being shown.
 */
export const notificationsMachine = setup({
  types: { context: {} as Context, events: {} as NotificationsEvent },
  actions: {
    enqueue: assign(
      ({ context: { queue, lastId } }, params: { notification: NotificationInput }) => {
        const { notification } = params
        if (queue.some((waiting) => isSame(waiting, notification))) return {}
        const added = { ...notification, id: lastId + 1 }
        return { queue: [...withoutTopic(queue, notification.topic), added], lastId: lastId + 1 }
      },
    ),
    withdraw: assign({
      queue: ({ context }, params: { topic: string }) => withoutTopic(context.queue, params.topic),
    }),
    announceAgain: assign(({ context: { queue, lastId } }) => ({
      queue: queue.map((shown, place) => (place === 0 ? { ...shown, id: lastId + 1 } : shown)),
      lastId: lastId + 1,
    })),
    dropShown: assign({ queue: ({ context }) => context.queue.slice(1) }),
    letPass: assign({
      queue: ({ context: { queue } }) => {
        const next = queue.find(({ action }) => !action)
        return next ? [next, ...queue.filter((waiting) => waiting !== next)] : queue
      },
    }),
    showNewest: assign({
      queue: ({ context }) => context.queue.toSorted((one, other) => other.id - one.id),
    }),
  },
  guards: {
    isQuiet: ({ context }) => context.queue.length === 0,
    isOfShownTopic: ({ context: { queue } }, params: { topic?: string | undefined }) =>
      params.topic !== undefined && queue[0]?.topic === params.topic,
    hasPassingOne: ({ context }) => context.queue.some(({ action }) => !action),
    isMakingWay: ({ context: { queue } }) => queue[0]?.kind === 'done' && queue.length > 1,
    isShownAlready: ({ context }, params: { notification: NotificationInput }) =>
      isSame(context.queue[0], params.notification),
  },
  delays: { noticed: NOTICED_AFTER, timeIsUp: SHOWN_FOR },
}).createMachine({
  id: 'notifications',
  context: { queue: [], lastId: 0 },
  initial: 'quiet',
  on: {
    'topic.withdrawn': [
      { guard: withEvent('isOfShownTopic'), target: '.choosing', actions: withEvent('withdraw') },
      { actions: withEvent('withdraw') },
    ],
  },
  states: {
    quiet: {
      on: {
        'notification.added': { target: 'choosing', actions: withEvent('enqueue') },
      },
    },
    choosing: {
      always: [
        { guard: 'isQuiet', target: 'quiet' },
        { guard: 'hasPassingOne', target: 'passing', actions: 'letPass' },
        { target: 'staying', actions: 'showNewest' },
      ],
    },
    passing: {
      initial: 'fresh',
      after: { timeIsUp: { target: 'choosing', actions: 'dropShown' } },
      on: {
        'notification.added': [
          {
            guard: withEvent('isShownAlready'),
            target: 'passing',
            reenter: true,
            actions: 'announceAgain',
          },
          {
            guard: { type: 'isOfShownTopic', params: ({ event }) => event.notification },
            target: 'choosing',
            actions: withEvent('enqueue'),
          },
          { actions: withEvent('enqueue') },
        ],
        'notification.dismissed': { target: 'choosing', actions: 'dropShown' },
        'attention.taken': 'attended',
      },
      states: {
        fresh: { after: { noticed: 'noticed' } },
        noticed: {
          always: { guard: 'isMakingWay', target: '#notifications.choosing', actions: 'dropShown' },
        },
      },
    },
    staying: {
      on: {
        'notification.added': { target: 'choosing', actions: withEvent('enqueue') },
        'notification.dismissed': { target: 'choosing', actions: 'dropShown' },
        'attention.taken': 'attended',
      },
    },
    /** Nothing moves while somebody reads, or is about to press a button, but for what is untrue. */
    attended: {
      on: {
        'notification.added': [
          {
            guard: { type: 'isOfShownTopic', params: ({ event }) => event.notification },
            target: 'choosing',
            actions: withEvent('enqueue'),
          },
          { actions: withEvent('enqueue') },
        ],
        'notification.dismissed': { target: 'choosing', actions: 'dropShown' },
        'attention.left': 'choosing',
      },
    },
  },
})
