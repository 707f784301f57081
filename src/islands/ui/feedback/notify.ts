import { useCallback, useState, useSyncExternalStore } from 'react'
import { type ActorRefFrom, createActor } from 'xstate'
import { type NotificationInput, notificationsMachine } from '#machines/ui/notifications.machine.ts'

type Notifications = ActorRefFrom<typeof notificationsMachine>

let running: Notifications | null = null
const regions = new Map<symbol, () => void>()

const notifications = () => {
  running ??= createActor(notificationsMachine).start()
  return running
}

/**
 * Tells something in passing, at the bottom of the window: a confirmation unless `kind` says
 * otherwise. For what must be seen to go on, use the page itself. An island that calls this
 * renders `Notifications`.
 */
export function notify(
  message: string,
  { kind = 'done', action = null, ...more }: Partial<Omit<NotificationInput, 'message'>> = {},
): void {
  notifications().send({
    type: 'notification.added',
    notification: { kind, message, action, ...more },
  })
}

/** Takes back what was told about a topic: it is no longer so, or somebody is at work on it again. */
export function withdrawTopic(topic: string): void {
  running?.send({ type: 'topic.withdrawn', topic })
}

/**
 * It is null for the other regions of the page, and while the server renders. When the region that
 * shows the queue goes, the next takes over.
 */
export function useShownNotifications(): Notifications | null {
  const [region] = useState(() => Symbol('notifications'))
  const subscribe = useCallback(
    (changed: () => void) => {
      regions.set(region, changed)
      return () => {
        regions.delete(region)
        for (const notifyListeners of regions.values()) notifyListeners()
        if (regions.size > 0) return
        running?.stop()
        running = null
      }
    },
    [region],
  )
  const isFirst = () => regions.keys().next().value === region
  return useSyncExternalStore(subscribe, isFirst, () => false) ? notifications() : null
}
