import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../../database/connection.ts'

/** So a check of millions of lines needs constant memory. */
const LINES_AT_ONCE = 1_000
const BEFORE_ALL_LINES = '-9223372036854775808'

/** Microseconds since 1970, whatever the session's format of dates. */
export const microseconds = (column: 'at' | 'sealed_at') =>
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

export type SealedRange = {
  number: number
  first_sequence: number
  last_sequence: number
  previous_hash: string
  sealed_at: string
}

export const NO_SEAL = ''

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
