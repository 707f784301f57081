import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Executor } from '../../database/connection.ts'
import type { Services } from '../../services.ts'
import { hashRange, NO_SEAL } from './seal-hash.ts'

/** A check names a range no wider than this. */
const LINES_PER_SEAL = 10_000
const LONGEST_MS = 20_000
/** Transactions that may still add lines get so long. The next job waits again. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 100

/** Seals lines that no line can come between. @returns whether some are left. */
export async function sealTrail(
  { db, log }: Pick<Services, 'db' | 'log'>,
  ending: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const newest = await newestUnsealed(db)
  if (newest === null || !(await isSettled(db, ending, patienceMs))) return false
  const until = Date.now() + LONGEST_MS
  while (!ending.aborted && Date.now() < until) {
    const sealed = await sealNext(db, newest)
    if (!sealed) return false
    // A log stored elsewhere has hashes to check against.
    log.info(sealed, 'sealed lines of the audit trail')
  }
  return true
}

async function newestUnsealed(db: Executor): Promise<number | null> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(sequence) as newest from audit_event
    where sequence > coalesce((select max(last_sequence) from audit_seal), 0)`.execute(db)
  return rows[0]?.newest ?? null
}

/**
 * Waits until no transaction can add a line below the newest visible one. Every INSERT locks the
 * table before it takes a number, so once all present holders have ended, smaller numbers are
 * settled. No writer waits. docs/decisions/0043 says why transaction ids would not do.
 */
async function isSettled(db: Executor, ending: AbortSignal, patienceMs: number): Promise<boolean> {
  const awaited = new Set(await writers(db))
  const until = Date.now() + patienceMs
  while (awaited.size > 0) {
    if (ending.aborted || Date.now() >= until) return false
    await wait(LOOK_AGAIN_MS, undefined, { signal: ending }).catch(() => undefined)
    const present = new Set(await writers(db))
    for (const writer of awaited) if (!present.has(writer)) awaited.delete(writer)
  }
  return true
}

async function writers(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
      and relation = 'audit_event'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ writer }) => writer)
}

/**
 * Writes one row, so a crash leaves nothing half-made, and of two instances one fails.
 * @returns the seal, or null where there was nothing to do.
 */
async function sealNext(db: Executor, newest: number) {
  const { rows } = await sql<{
    number: number
    previous_hash: string
    first_sequence: number
    last_sequence: number | null
    sealed_at: string
  }>`
    select number + 1 as number, hash as previous_hash, last_sequence + 1 as first_sequence,
      trunc(extract(epoch from clock_timestamp()) * 1000)::bigint || '000' as sealed_at,
      (
        select max(sequence) from (
          select sequence from audit_event
          where sequence > seal.last_sequence and sequence <= ${newest}
          order by sequence limit ${LINES_PER_SEAL}
        ) as lines
      ) as last_sequence
    from (
      select number, hash, last_sequence from audit_seal
      union all select 0, ${NO_SEAL}, 0
      order by number desc limit 1
    ) as seal`.execute(db)
  const [next] = rows
  if (!next || next.last_sequence === null) return null
  const range = { ...next, last_sequence: next.last_sequence }
  const { hash, line_count } = await hashRange(db, range)
  const sealed_at = new Date(Number(range.sealed_at) / 1000)
  const inserted = await db
    .insertInto('audit_seal')
    .values({ ...range, hash, line_count, sealed_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'line_count', 'hash'])
    .executeTakeFirst()
  return inserted ?? null
}
