import { sql } from 'kysely'
import type { Executor } from '../../database/connection.ts'
import { findAlike, TRAIT_COLUMNS } from './find-alike.ts'

/**
 * Replaces the pairs found of these people, compared with everybody or (`before`) with those on
 * file earlier. Decided pairs stay.
 * @returns how many pairs there are.
 */
export async function comparePeople(
  executor: Executor,
  ids: readonly number[],
  only: 'before' | 'all' = 'all',
): Promise<number> {
  const people = await executor
    .selectFrom('person')
    .select(TRAIT_COLUMNS)
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .where('merged_into', 'is', null)
    .execute()
  const alike = await findAlike(executor, people, only)
  const pairs = alike.map(({ soughtId, otherId, score, reasons }) => ({
    person_id: Math.min(soughtId, otherId),
    other_id: Math.max(soughtId, otherId),
    score,
    reasons,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
    as found (person_id integer, other_id integer, score smallint, reasons text[])`
  await sql`
    delete from duplicate_candidate as known
    where not_same_at is null
      and (other_id = any(${ids}::integer[])
        or ${only === 'all'} and person_id = any(${ids}::integer[]))
      and not exists (select from ${given}
        where found.person_id = known.person_id and found.other_id = known.other_id)`.execute(
    executor,
  )
  // In one order, so that two searches wait for each other.
  await sql`
    insert into duplicate_candidate as known (person_id, other_id, score, reasons)
    select distinct on (person_id, other_id) person_id, other_id, score, reasons from ${given}
    order by person_id, other_id
    on conflict (person_id, other_id) do update
      set score = excluded.score, reasons = excluded.reasons
      where (known.score, known.reasons) is distinct from (excluded.score, excluded.reasons)`.execute(
    executor,
  )
  return pairs.length
}
