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
 * PostgreSQL cannot do this now: no disk, memory or connection (53), ended by an operator or
 * timeout (57, 55P03, 25P03, 25P04), file trouble (58), a standby (25006), or conflicts (40001,
 * 40P01).
 */
const UNABLE = /^(53|57|58|25006|25P03|25P04|40001|40P01|55P03)/

export class DatabaseSilent extends Error {
  constructor() {
    super('The database does not answer.')
    this.name = 'DatabaseSilent'
  }
}

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    // 08 is connection trouble, 57P0x a server that stops or starts, 53300 too many connections.
    // ENOENT counts only for a socket.
    if (code === 'ENOENT') return (error as { syscall?: unknown }).syscall === 'connect'
    if (CONNECTION_FAULTS.has(code) || /^(08|57P0|53300)/.test(code)) return true
  }
  if (error instanceof DatabaseSilent) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|client (has encountered a connection error|was closed)|cannot connect/i.test(
    error.message,
  )
}

export function isDatabaseUnavailable(error: unknown): boolean {
  const isUnable = error instanceof pg.DatabaseError && UNABLE.test(error.code ?? '')
  return isUnable || isDatabaseAway(error)
}

/** A table has changed since the connection planned this statement. */
export function isPlanOutdated(error: unknown): boolean {
  // By the place in PostgreSQL, because its words depend on the language.
  return (
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    error.routine === 'RevalidateCachedQuery'
  )
}

export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.constraint ?? null) : null
}

/**
 * Runs a transaction again after a deadlock, a serialisation conflict, a change of a prepared
 * table, or a merge of its patient, whom it then reads again.
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
