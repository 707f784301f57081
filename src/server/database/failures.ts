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
const MOST_TRIES = 5

/**
 * PostgreSQL answers that it cannot do this now, whatever was asked: no disk, memory or connection is
 * left (53), an operator or a timeout ended it (57, 55P03, 25P03, 25P04), a file cannot be read or
 * written (58), the server has become a standby (25006), or others were in the way (40001, 40P01).
 */
const UNABLE = /^(53|57|58|25006|25P03|25P04|40001|40P01|55P03)/

/** The database took a connection or a statement, and says nothing more. */
export class DatabaseSilent extends Error {
  constructor() {
    super('The database does not answer.')
    this.name = 'DatabaseSilent'
  }
}

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
  if (error instanceof DatabaseSilent) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|client (has encountered a connection error|was closed)|cannot connect/i.test(
    error.message,
  )
}

/** True where the database is the reason and another try may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const isUnable = error instanceof pg.DatabaseError && UNABLE.test(error.code ?? '')
  return isUnable || isDatabaseAway(error)
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
