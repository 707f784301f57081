import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const CONNECTION_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
])

const RETRYABLE = new Set(['40001', '40P01'])
const MOST_TRIES = 5

/** True where the database could not be reached or broke off; another try may find it again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    // Class 08 is connection trouble, 57P0x a shutting down or starting server, 53300 too many connections.
    if (CONNECTION_FAULTS.has(code) || /^(08|57P0|53300)/.test(code)) return true
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|client has encountered a connection error|cannot connect/i.test(
    error.message,
  )
}

/** The name of the constraint that an insert or update broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.constraint ?? null) : null
}

/** Runs work again that PostgreSQL gave up to end a deadlock or a serialisation conflict. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (code === undefined || !RETRYABLE.has(code) || tries >= MOST_TRIES) throw error
      await wait(Math.random() * 20 * tries)
    }
  }
}
