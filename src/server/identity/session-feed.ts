import type { Logger } from 'pino'
import { listenForever } from '../database/listen-forever.ts'

/** The triggers of `notify_session_ended` notify this channel. */
const CHANNEL = 'session_ended'

export type SessionFeed = {
  subscribe: (listener: () => void) => () => void
  close: () => Promise<void>
}

/** Every new connection notifies, because messages may have been missed. */
export function createSessionFeed(databaseUrl: string, log: Logger): SessionFeed {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const listening = listenForever(databaseUrl, CHANNEL, log, { onReady: notify, onMessage: notify })
  return {
    subscribe(listener) {
      listeners.add(listener)
      listening.open()
      return () => void listeners.delete(listener)
    },
    close: () => listening.close(),
  }
}
