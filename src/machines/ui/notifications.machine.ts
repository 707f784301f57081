import { and, assign, setup } from 'xstate'

/** What somebody may do about it, such as undo it; the notification then stays until it is answered. */
type NotificationAction = { label: string; run: () => void }

export type NotificationInput = {
  /** It worked; look out; it did not work. */
  kind: 'done' | 'warning' | 'failed'
  message: string
  action: NotificationAction | null
  /** A later one of the same topic takes its place, also where it would have stayed. */
  topic?: string
}

/** `id` tells two apart that say the same. */
export type Notification = NotificationInput & { id: number }

export type NotificationsEvent =
  | { type: 'notification.added'; notification: NotificationInput }
  | { type: 'notification.dismissed' }
  /** The pointer rests on the notification, or the focus is in it. */
  | { type: 'attention.taken' }
  | { type: 'attention.left' }

/** How long a notification stays, in milliseconds (specification, section 9). */
const SHOWN_FOR = 5000
/** A confirmation is read by then, and makes way if something else waits to be told. */
const NOTICED_AFTER = 1500

const isSame = (one: NotificationInput | undefined, other: NotificationInput) =>
  one?.kind === other.kind && one.message === other.message && !one.action && !other.action

type Context = {
  /** The first is shown, the others wait for it to go. */
  queue: readonly Notification[]
  told: number
}

/**
 * What is told in passing, one thing at a time: each goes by itself after five seconds, unless
 * somebody attends to it or it offers something to do. What offers something to do lets what
 * passes go first, so that it keeps nothing from being told.
 */
export const notificationsMachine = setup({
  types: { context: {} as Context, events: {} as NotificationsEvent },
  actions: {
    enqueue: assign(({ context: { queue, told } }, params: { notification: NotificationInput }) => {
      if (queue.some((waiting) => isSame(waiting, params.notification))) return {}
      return { queue: [...queue, { ...params.notification, id: told + 1 }], told: told + 1 }
    }),
    tellAgain: assign(({ context: { queue, told } }) => ({
      queue: queue.map((shown, place) => (place === 0 ? { ...shown, id: told + 1 } : shown)),
      told: told + 1,
    })),
    dropShown: assign({ queue: ({ context }) => context.queue.slice(1) }),
    letPass: assign({
      queue: ({ context: { queue } }) => {
        const next = queue.find(({ action }) => !action)
        return next ? [next, ...queue.filter((waiting) => waiting !== next)] : queue
      },
    }),
  },
  guards: {
    isQuiet: ({ context }) => context.queue.length === 0,
    isSuperseded: ({ context: { queue } }) => {
      const [shown, ...waiting] = queue
      return shown?.topic !== undefined && waiting.some(({ topic }) => topic === shown.topic)
    },
    isStaying: ({ context }) => Boolean(context.queue[0]?.action),
    hasPassingOneWaiting: ({ context }) => context.queue.some(({ action }) => !action),
    isMakingWay: ({ context: { queue } }) => queue[0]?.kind === 'done' && queue.length > 1,
    isShownAlready: ({ context }, params: { notification: NotificationInput }) =>
      isSame(context.queue[0], params.notification),
  },
  delays: { noticed: NOTICED_AFTER, timeIsUp: SHOWN_FOR },
}).createMachine({
  id: 'notifications',
  context: { queue: [], told: 0 },
  initial: 'quiet',
  states: {
    quiet: {
      on: {
        'notification.added': {
          target: 'choosing',
          actions: { type: 'enqueue', params: ({ event }) => event },
        },
      },
    },
    choosing: {
      always: [
        { guard: 'isQuiet', target: 'quiet' },
        { guard: 'isSuperseded', target: 'choosing', actions: 'dropShown', reenter: true },
        {
          guard: and(['isStaying', 'hasPassingOneWaiting']),
          target: 'passing',
          actions: 'letPass',
        },
        { guard: 'isStaying', target: 'staying' },
        { target: 'passing' },
      ],
    },
    passing: {
      initial: 'fresh',
      after: { timeIsUp: { target: 'choosing', actions: 'dropShown' } },
      on: {
        'notification.added': [
          {
            guard: { type: 'isShownAlready', params: ({ event }) => event },
            target: 'passing',
            reenter: true,
            actions: 'tellAgain',
          },
          { actions: { type: 'enqueue', params: ({ event }) => event } },
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
        'notification.added': {
          target: 'choosing',
          actions: { type: 'enqueue', params: ({ event }) => event },
        },
        'notification.dismissed': { target: 'choosing', actions: 'dropShown' },
        'attention.taken': 'attended',
      },
    },
    /** Nothing moves while somebody reads, or is about to press a button. */
    attended: {
      on: {
        'notification.added': { actions: { type: 'enqueue', params: ({ event }) => event } },
        'notification.dismissed': { target: 'choosing', actions: 'dropShown' },
        'attention.left': 'choosing',
      },
    },
  },
})
