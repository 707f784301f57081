import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const CONNECTION_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
])

const RETRYABLE = new Set(['40001', '40P01'])
const BUSY = new Set(['55P03', '57014'])
const MOST_TRIES = 5

/** True where the database could not be reached or broke off; another try may find it again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    // Class 08 is connection trouble, 57P0x a shutting down or starting server, 53300 too many connections.
    // No such file is a missing socket only where something was to be connected to.
    if (code === 'ENOENT') return (error as { syscall?: unknown }).syscall === 'connect'
    if (CONNECTION_FAULTS.has(code) || /^(08|57P0|53300)/.test(code)) return true
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|client has encountered a connection error|cannot connect/i.test(
    error.message,
  )
}

/** True where PostgreSQL gave up: a lock did not come free, or a statement took too long. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && BUSY.has(error.code ?? '')
}

/** True where a table has changed since a connection planned this statement about it. */
export function isPlanOutdated(error: unknown): boolean {
  // By the place in PostgreSQL, since its words depend on the server's language.
  return (
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    error.routine === 'RevalidateCachedQuery'
  )
}

/** The name of the constraint that an insert or update broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.constraint ?? null) : null
}

/**
 * Runs a transaction again that PostgreSQL gave up to end a deadlock or a serialisation conflict,
 * because a table has changed under its prepared statements, or because its patient has just been
 * merged into another person: it reads who that is.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
      const isMerged = /_person_open$/.test(brokenConstraint(error) ?? '')
      const worthIt = RETRYABLE.has(code) || isPlanOutdated(error) || isMerged
      if (!worthIt || tries >= MOST_TRIES) throw error
      await wait(Math.random() * 20 * tries)
    }
  }
}
