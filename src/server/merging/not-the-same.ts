import { sql } from 'kysely'
import type { SeparatedPair } from '#lib/contract/merging.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { comparePeople } from '../people/alike/find-alike.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { areManaged, isAnyUnmanaged, type Kinds, managedBy } from './may-merge.ts'

/** @throws Refusal `not_allowed` for records outside of the viewer's care, `not_found`. */
export async function recordNotTheSame(
  call: SignedInCall,
  given: readonly number[],
): Promise<void> {
  await call.services.db.transaction().execute(async (tx) => {
    const ids = await managed(tx, call, given)
    await sql`
      insert into duplicate_candidate (person_id, other_id, score, reasons, not_same_at, not_same_by)
      select one, other, 0, '{}', now(), ${call.viewer.personId}
      from unnest(${ids}::integer[]) as one join unnest(${ids}::integer[]) as other on one < other
      order by one, other
      on conflict (person_id, other_id) do update
        set not_same_at = excluded.not_same_at, not_same_by = excluded.not_same_by`.execute(tx)
    await auditResolution(tx, call, 'person.not_the_same', ids)
  })
}

/** Compares them again. @throws Refusal as `recordNotTheSame`; `not_found`. */
export async function takeBackNotTheSame(
  call: SignedInCall,
  given: readonly number[],
): Promise<void> {
  await call.services.db.transaction().execute(async (tx) => {
    const ids = await managed(tx, call, given)
    const [one = 0, other = 0] = ids
    const { numUpdatedRows } = await tx
      .updateTable('duplicate_candidate')
      .set({ not_same_at: null, not_same_by: null })
      .where('person_id', '=', one)
      .where('other_id', '=', other)
      .where('not_same_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('This decision')
    await comparePeople(tx, ids)
    await auditResolution(tx, call, 'person.not_the_same_undone', ids)
  })
}

async function managed(
  tx: Executor,
  call: SignedInCall,
  given: readonly number[],
): Promise<number[]> {
  const may = managedBy(call.viewer)
  const ids = [...new Set(given)].toSorted((a, b) => a - b)
  const rows = await tx
    .selectFrom('person')
    .select(['id', 'is_guest'])
    .where('id', 'in', ids)
    .where('merged_into', 'is', null)
    .execute()
  if (rows.length < ids.length) throw notFound('One of these people')
  if (isAnyUnmanaged(may, rows)) {
    throw new Refusal('not_allowed', 'You do not have permission to decide about these people.')
  }
  return ids
}

const auditResolution = (
  tx: Executor,
  call: SignedInCall,
  action: 'person.not_the_same' | 'person.not_the_same_undone',
  ids: readonly number[],
) =>
  auditByViewer(tx, call, {
    action,
    subjectType: 'person',
    subjectId: ids[0] ?? 0,
    patientId: null,
    patientIds: ids,
  })

export async function pageOfSeparated(
  executor: Executor,
  kinds: Kinds,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ count: number; results: SeparatedPair[] }> {
  const separated = executor
    .selectFrom('duplicate_candidate as pair')
    .innerJoin('person as one', 'one.id', 'pair.person_id')
    .innerJoin('person as other', 'other.id', 'pair.other_id')
    .leftJoin('person as by', 'by.id', 'pair.not_same_by')
    .where('not_same_at', 'is not', null)
    // Decisions about a merged record apply to the kept one.
    .where('one.merged_into', 'is', null)
    .where('other.merged_into', 'is', null)
    .where(areManaged(kinds, 'one', 'other'))
  const { count } = await separated
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await separated
    .select(['one.id as oneId', 'one.full_name as oneName', 'not_same_at as at'])
    .select(['other.id as otherId', 'other.full_name as otherName'])
    .select(['by.id as byId', 'by.full_name as byName'])
    .orderBy('not_same_at', 'desc')
    .orderBy('one.id')
    .orderBy('other.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const results = rows.map((row) => ({
    one: { id: row.oneId, full_name: row.oneName },
    other: { id: row.otherId, full_name: row.otherName },
    at: row.at?.toISOString() ?? '',
    by: row.byId && row.byName ? { id: row.byId, full_name: row.byName } : null,
  }))
  return { count, results }
}
