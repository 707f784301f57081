import { sql } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ProgressMessage } from '#lib/contract/progress.ts'
import type { Database } from '../database/connection.ts'
import { listenForever } from '../database/listen-forever.ts'

const CHANNEL = 'work_progress'

const NotificationInput = z.object({ to: z.uuid(), message: ProgressMessage })
type NotificationInput = z.infer<typeof NotificationInput>

export type ProgressFeed = {
  /** Failures are ignored. */
  reportProgress: (to: string, message: ProgressMessage) => Promise<void>
  subscribe: (listener: (notification: NotificationInput) => void) => () => void
  close: () => Promise<void>
}

/** Sent between instances by NOTIFY. A lost message only delays. */
export function createProgressFeed(db: Database, databaseUrl: string, log: Logger): ProgressFeed {
  const listeners = new Set<(notification: NotificationInput) => void>()
  const listening = listenForever(databaseUrl, CHANNEL, log, {
    onReady: () => undefined,
    onMessage: (payload) => {
      const notification = NotificationInput.safeParse(JSON.parse(payload))
      if (notification.success) for (const listener of listeners) listener(notification.data)
    },
  })
  return {
    async reportProgress(to, message) {
      const payload = JSON.stringify({ to, message } satisfies NotificationInput)
      await sql`select pg_notify(${CHANNEL}, ${payload})`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error }, 'progress was not sent'))
    },
    subscribe(listener) {
      listeners.add(listener)
      listening.open()
      return () => void listeners.delete(listener)
    },
    close: () => listening.close(),
  }
}
