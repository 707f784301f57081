import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Executor } from '../../database/connection.ts'
import type { Services } from '../../services.ts'

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

const SEALS_AT_ONCE = 500

type Seal = SealedRange & { line_count: number; hash: string }

export type CheckedTrail = {
  seals: number
  lines: number
  head: Pick<Seal, 'number' | 'last_sequence' | 'hash' | 'sealed_at'> | null
  unsealed: number
  fault: string | null
}

/**
 * It runs in constant memory.
 * @param expected a hash stored elsewhere, which some seal must have.
 */
export async function checkSeals(db: Executor, expected: string | null): Promise<CheckedTrail> {
  const checked: CheckedTrail = { seals: 0, lines: 0, head: null, unsealed: 0, fault: null }
  let isExpectedThere = false
  for await (const seal of readSeals(db)) {
    checked.fault = await findFault(db, seal, checked.head)
    if (checked.fault) return checked
    checked.seals += 1
    checked.lines += seal.line_count
    checked.head = seal
    isExpectedThere ||= seal.hash === expected
  }
  checked.unsealed = await countAfter(db, checked.head?.last_sequence ?? 0)
  if (expected !== null && !isExpectedThere) {
    checked.fault = `No seal has the hash ${expected}: seals were removed, or made anew.`
  }
  return checked
}

async function* readSeals(db: Executor): AsyncGenerator<Seal> {
  for (let after = 0; ; ) {
    const seals = await db
      .selectFrom('audit_seal')
      .select(['number', 'first_sequence', 'last_sequence', 'line_count', 'previous_hash', 'hash'])
      .select(microseconds('sealed_at').as('sealed_at'))
      .where('number', '>', after)
      .orderBy('number')
      .limit(SEALS_AT_ONCE)
      .execute()
    yield* seals
    after = seals.at(-1)?.number ?? after
    if (seals.length < SEALS_AT_ONCE) return
  }
}

async function findFault(
  db: Executor,
  seal: Seal,
  previous: CheckedTrail['head'],
): Promise<string | null> {
  const expected = {
    number: (previous?.number ?? 0) + 1,
    first_sequence: (previous?.last_sequence ?? 0) + 1,
    previous_hash: previous?.hash ?? NO_SEAL,
  }
  if (seal.number !== expected.number) {
    return `Seal ${expected.number} is missing: lines from ${expected.first_sequence} on cannot be checked.`
  }
  if (
    seal.first_sequence !== expected.first_sequence ||
    seal.previous_hash !== expected.previous_hash
  ) {
    return `Seal ${seal.number} does not continue the one before it: lines before ${expected.first_sequence} or their seal were changed.`
  }
  const { hash, line_count } = await hashRange(db, seal)
  if (hash === seal.hash && line_count === seal.line_count) return null
  const difference =
    line_count === seal.line_count
      ? 'a line or the seal was changed'
      : `${seal.line_count} were sealed, and there are ${line_count}`
  return `Lines ${seal.first_sequence} to ${seal.last_sequence} are not as seal ${seal.number} has them: ${difference}.`
}

async function countAfter(db: Executor, sequence: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_event')
    .select(db.fn.countAll<number>().as('count'))
    .where('sequence', '>', sequence)
    .executeTakeFirstOrThrow()
  return count
}

/** So a check of millions of lines needs constant memory. */
const LINES_AT_ONCE = 1_000
const BEFORE_ALL_LINES = '-9223372036854775808'

/** Microseconds since 1970, whatever the session's format of dates. */
const microseconds = (column: 'at' | 'sealed_at') =>
  sql<string>`trunc(extract(epoch from ${sql.ref(column)}) * 1000000)::text`

/** Text that depends on no setting. A later column keeps older seals valid if it is null. */
const columns = [
  sql<string>`sequence::text`.as('sequence'),
  microseconds('at').as('at'),
  sql<string | null>`actor_id::text`.as('actor_id'),
  sql<string>`actor_role`.as('actor_role'),
  sql<string>`action`.as('action'),
  sql<string>`subject_type`.as('subject_type'),
  sql<string>`subject_id::text`.as('subject_id'),
  sql<string | null>`patient_id::text`.as('patient_id'),
  sql<string>`change::text`.as('change'),
  sql<string>`source`.as('source'),
  sql<string>`request_id`.as('request_id'),
  sql<string | null>`patient_ids::text`.as('patient_ids'),
] as const

type SealedRange = {
  number: number
  first_sequence: number
  last_sequence: number
  previous_hash: string
  sealed_at: string
}

const NO_SEAL = ''

/** SHA-256 of the lines in order and of their seal, with the number of lines. */
export async function hashRange(
  executor: Executor,
  range: SealedRange,
): Promise<{ hash: string; line_count: number }> {
  const hash = createHash('sha256')
  let line_count = 0
  for await (const line of readLines(executor, range)) {
    hash.update(`${line}\n`)
    line_count += 1
  }
  const seal = [
    range.number,
    range.first_sequence,
    range.last_sequence,
    line_count,
    range.sealed_at,
    range.previous_hash,
  ]
  return { hash: hash.update(JSON.stringify(seal)).digest('hex'), line_count }
}

async function* readLines(executor: Executor, range: SealedRange): AsyncGenerator<string> {
  // Lines below 1 were inserted by hand, and belong to the first seal.
  let after = range.number === 1 ? BEFORE_ALL_LINES : String(range.first_sequence - 1)
  for (;;) {
    const lines = await executor
      .selectFrom('audit_event')
      .select(columns)
      .where(sql<boolean>`audit_event.sequence > ${after}::bigint`)
      .where(sql<boolean>`audit_event.sequence <= ${range.last_sequence}::bigint`)
      .orderBy('audit_event.sequence')
      .limit(LINES_AT_ONCE)
      .execute()
    for (const line of lines) {
      yield JSON.stringify(Object.entries(line).filter(([, value]) => value !== null))
      after = line.sequence
    }
    if (lines.length < LINES_AT_ONCE) return
  }
}
