import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { Refusal } from '../refusal.ts'

const MOST_FAILURES = 10
const WINDOW_MINUTES = 15
const WINDOW_MS = WINDOW_MINUTES * 60_000

/** Epoch milliseconds by the database's clock, the one that all instances share. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Refuses whoever has failed too often: ten times within fifteen minutes of the first. Enough for
 * secrets that nobody guesses, such as tokens; for short ones count ahead (`countFailure`).
 * @param kind what is guessed at, such as `pin`.
 * @param subject whose it is, or where the guesses come from. Only a hash of it is kept.
 * @throws Refusal `too_many_requests`.
 */
export async function assertAllowed(db: Database, kind: string, subject: string): Promise<void> {
  const row = await db
    .selectFrom('failed_attempt')
    .select(['points', sql<number>`expire - ${now}`.as('remaining')])
    .where('key', '=', keyOf(kind, subject))
    .executeTakeFirst()
  if (row && row.remaining > 0 && row.points >= MOST_FAILURES) throw tooMany(row.remaining)
}

/**
 * Counts a failure, for all instances. Called before a password or PIN is looked at, and taken back
 * when it was right (`clearFailures`, `forgiveFailure`), it cannot be outrun by many guesses at
 * once. Takes the pool, not a transaction: what is counted must outlive a rollback.
 * @throws Refusal `too_many_requests` when there had been too many already.
 */
export async function countFailure(db: Database, kind: string, subject: string): Promise<void> {
  const { rows } = await sql<{ points: number; remaining: number }>`
    insert into failed_attempt as known (key, points, expire)
    values (${keyOf(kind, subject)}, 1, ${now} + ${WINDOW_MS}::bigint)
    on conflict (key) do update set
      points = case when known.expire > ${now}
        then least(known.points + 1, ${MOST_FAILURES + 1}::integer) else 1 end,
      expire = case when known.expire > ${now} then known.expire else excluded.expire end
    returning points, expire - ${now} as remaining`.execute(db)
  const row = rows[0]
  if (row && row.points > MOST_FAILURES) throw tooMany(row.remaining)
}

/** Forgets the failures of somebody who has shown that they know the secret. */
export async function clearFailures(db: Database, kind: string, subject: string): Promise<void> {
  await db.deleteFrom('failed_attempt').where('key', '=', keyOf(kind, subject)).execute()
}

/** Takes one back, for a place whose other failures still count: it may be an attacker's own. */
export async function forgiveFailure(db: Database, kind: string, subject: string): Promise<void> {
  await db
    .updateTable('failed_attempt')
    .set({ points: sql<number>`greatest(points - 1, 0)` })
    .where('key', '=', keyOf(kind, subject))
    .execute()
}

/** Counts that no longer refuse anybody. */
export async function removeExpiredFailures(db: Database): Promise<void> {
  await db.deleteFrom('failed_attempt').where('expire', '<=', now).execute()
}

const keyOf = (kind: string, subject: string) =>
  `${kind}:${createHash('sha256').update(subject).digest('base64url')}`

function tooMany(remainingMs: number): Refusal {
  const minutes = Math.max(1, Math.ceil(remainingMs / 60_000))
  return new Refusal(
    'too_many_requests',
    `Too many failed tries. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`,
    { retryAfter: Math.max(1, Math.ceil(remainingMs / 1000)) },
  )
}
