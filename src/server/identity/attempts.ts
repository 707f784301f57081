import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Executor } from '../database/connection.ts'
import { Refusal } from '../refusals/refusal.ts'

export type FailureLimit = { most: number; minutes: number }

/** Of one subject: for a PIN, of one caller at one clinician. */
const USUAL_LIMIT: FailureLimit = { most: 10, minutes: 15 }
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Counts a failure for all instances before the secret is checked, so that many guesses at once
 * cannot outrun it; `clearFailures` and `forgiveFailure` take it back. Takes the pool, because a
 * count must outlive a rollback.
 * @param kind of secret, such as `pin`.
 * @param subject whose secret, or where guesses come from; kept as a hash.
 * @returns how many failures there are.
 * @throws Refusal `too_many_requests`.
 */
export async function countFailure(
  db: Database,
  kind: string,
  subject: string,
  { most, minutes }: FailureLimit = USUAL_LIMIT,
): Promise<number> {
  const { points, remaining } = await addPoint(db, toKey(kind, subject), { most, minutes })
  if (points > most) throw tooMany('Too many failed attempts', remaining)
  return points
}

/**
 * Counts what is allowed so often from one network, for all instances, in the transaction that does
 * it.
 * @param refusal what there were too many of.
 * @throws Refusal `too_many_requests`.
 */
export async function countUse(
  tx: Executor,
  kind: string,
  subject: string,
  { most, minutes, refusal }: FailureLimit & { refusal: string },
): Promise<void> {
  const { points, remaining } = await addPoint(tx, toKey(kind, subject), { most, minutes })
  if (points > most) throw tooMany(refusal, remaining)
}

async function addPoint(executor: Executor, key: string, { most, minutes }: FailureLimit) {
  const { rows } = await sql<{ points: number; remaining: number }>`
    insert into failed_attempt as known (key, points, expire)
    values (${key}, 1, ${now} + ${minutes * MINUTE_MS}::bigint)
    on conflict (key) do update set
      points = case when known.expire > ${now}
        then least(known.points + 1, ${most + 1}::integer) else 1 end,
      expire = case when known.expire > ${now} then known.expire else excluded.expire end
    returning points, expire - ${now} as remaining`.execute(executor)
  const { points = 0, remaining = 0 } = rows[0] ?? {}
  return { points, remaining }
}

export async function clearFailures(db: Database, kind: string, subject: string): Promise<void> {
  await db.deleteFrom('failed_attempt').where('key', '=', toKey(kind, subject)).execute()
}

/** Takes back one failure, where others may be an attacker's. */
export async function forgiveFailure(db: Database, kind: string, subject: string): Promise<void> {
  await db
    .updateTable('failed_attempt')
    .set({ points: sql<number>`greatest(points - 1, 0)` })
    .where('key', '=', toKey(kind, subject))
    .execute()
}

export async function noteProof(
  db: Database,
  kind: string,
  subject: string,
  days: number,
): Promise<void> {
  const expire = sql<number>`${now} + ${days * DAY_MS}::bigint`
  await db
    .insertInto('failed_attempt')
    .values({ key: toKey(`${kind}-proof`, subject), points: 0, expire })
    .onConflict((row) => row.column('key').doUpdateSet({ expire }))
    .execute()
}

export async function hasProof(db: Database, kind: string, subject: string): Promise<boolean> {
  const proof = await db
    .selectFrom('failed_attempt')
    .select('key')
    .where('key', '=', toKey(`${kind}-proof`, subject))
    .where('expire', '>', now)
    .executeTakeFirst()
  return proof !== undefined
}

export async function removeExpiredFailures(db: Database): Promise<void> {
  await db.deleteFrom('failed_attempt').where('expire', '<=', now).execute()
}

const toKey = (kind: string, subject: string) =>
  `${kind}:${createHash('sha256').update(subject).digest('base64url')}`

function tooMany(what: string, remainingMs: number): Refusal {
  return new Refusal(
    'too_many_requests',
    `${what}. Wait ${formatWait(remainingMs)} and try again.`,
    {
      retryAfter: Math.max(1, Math.ceil(remainingMs / 1000)),
    },
  )
}

function formatWait(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
