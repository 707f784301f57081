import type { Logger } from 'pino'
import { keepListening } from './keep-listening.ts'

/** What the triggers of `0040-session-ends.sql` notify. */
const CHANNEL = 'session_ended'

export type SessionFeed = {
  /** Hears that sessions may have ended, at whichever instance. @returns a function that stops it. */
  subscribe: (listener: () => void) => () => void
  close: () => Promise<void>
}

/**
 * Hears from the database that sessions ended. It connects when somebody first subscribes. What was
 * missed while the connection was down is made good: listeners hear of every new connection too.
 */
export function createSessionFeed(databaseUrl: string, log: Logger): SessionFeed {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const listening = keepListening(databaseUrl, CHANNEL, log, { onReady: tell, onMessage: tell })
  return {
    subscribe(listener) {
      listeners.add(listener)
      listening.open()
      return () => void listeners.delete(listener)
    },
    close: () => listening.close(),
  }
}
