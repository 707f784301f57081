import type { NotificationInput, notificationsMachine } from '#machines/ui/notifications.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const saved = { kind: 'done', message: 'Saved', action: null } as const
export const lookOut = { kind: 'warning', message: 'Ends soon', action: null } as const
export const notSent = { kind: 'failed', message: 'Not sent', action: null } as const
export const undo = {
  kind: 'done',
  message: 'Deleted',
  action: { label: 'Undo', run: () => undefined },
} as const
export const moved = { ...undo, message: 'Moved to 9am', topic: 'moved' } as const

/** It passes, and the move takes its place. */
const booked = { ...saved, message: 'Booked', topic: 'moved' } as const

const told = (notification: NotificationInput) =>
  ({ type: 'notification.added', notification }) as const

export const notificationsCatalogue = {
  events: {
    'notification.added': [told(saved), told(lookOut), told(notSent), told(booked), told(moved)],
    'notification.dismissed': [{ type: 'notification.dismissed' }],
    'topic.withdrawn': [{ type: 'topic.withdrawn', topic: 'moved' }],
    'attention.taken': [{ type: 'attention.taken' }],
    'attention.left': [{ type: 'attention.left' }],
  },
  results: {},
  delays: {
    'notifications.passing.fresh': { name: 'noticed', milliseconds: 1500 },
    'notifications.passing': { name: 'timeIsUp', milliseconds: 5000 },
  },
} satisfies Catalogue<typeof notificationsMachine>

/** What decides the next step; how many wait, and under which number, does not. */
export const distinguishQueue = ({
  queue: [shown, ...waiting],
}: {
  queue: readonly NotificationInput[]
}) => [
  shown?.message,
  waiting.length > 0,
  waiting.some(({ action }) => !action),
  waiting.some(({ topic }) => topic),
]
