import { sql } from 'kysely'
import type { SeparatedPair } from '#lib/contract/merging.ts'
import type { UserCreate } from '#lib/contract/users.ts'
import { type Likeness, likenessReasons } from '#lib/merging/likeness.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { comparePeople, findAlike } from '../people/find-alike.ts'
import { LISTED_COLUMNS, type PersonListRow, presentUserRow } from '../people/present.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { listDuplicateGroups } from './duplicate-groups.ts'
import { duplicateSearchRoutes } from './duplicate-search.ts'
import { areManaged, isAnyUnmanaged, type Kinds, managedBy } from './may-merge.ts'
import { mergeRoutes } from './merge-people.ts'
import { pageOfMerges } from './merges.ts'
import { undoMerge } from './undo-merge.ts'

export const duplicateRoutes = {
  'GET admin/potential-duplicate-users/': async ({ query }, call) =>
    await listDuplicateGroups(call, query),
  ...mergeRoutes,
  'POST admin/potential-duplicate-users/not-the-same/': async ({ body }, call) => {
    await recordNotTheSame(call, body.ids)
  },
  'GET admin/potential-duplicate-users/not-the-same/': async ({ query }, { services, viewer }) =>
    await pageOfSeparated(services.db, managedBy(viewer), query),
  'POST admin/potential-duplicate-users/not-the-same/undo/': async ({ body }, call) => {
    await takeBackNotTheSame(call, body.ids)
  },
  'GET admin/potential-duplicate-users/merges/': async ({ query }, { services, viewer }) =>
    await pageOfMerges(services.db, managedBy(viewer), query),
  'POST admin/potential-duplicate-users/{id}/undo/': async ({ params }, call) =>
    await undoMerge(call, params.id),
  ...duplicateSearchRoutes,

  'POST admin/check-duplicate-user/': async ({ body }, call) => {
    const rows = await checkDuplicate(call, body)
    return {
      is_duplicate: rows.length > 0,
      duplicates: rows.map((row) => ({
        ...presentUserRow(row, call),
        score: row.score,
        reasons: row.reasons.map((reason) => likenessReasons[reason]),
      })),
    }
  },
} satisfies Handlers

const MOST_DUPLICATES = 20

async function checkDuplicate(
  call: SignedInCall,
  entered: UserCreate,
): Promise<(PersonListRow & Likeness)[]> {
  return await call.services.db.transaction().execute(async (tx) => {
    const alike = await findAlike(tx, [{ ...entered, id: 0, landline: '', postcode: '' }])
    const found = alike.toSorted((a, b) => b.score - a.score).slice(0, MOST_DUPLICATES)
    const rows = await tx
      .selectFrom('person')
      .select(LISTED_COLUMNS)
      .where('id', 'in', [0, ...found.map(({ otherId }) => otherId)])
      .execute()
    await auditByViewer(tx, call, {
      action: 'person.listed',
      subjectType: 'person',
      subjectId: 0,
      patientId: null,
      change: { found: alike.length },
    })
    return found.flatMap(({ otherId, score, reasons }) => {
      const row = rows.find(({ id }) => id === otherId)
      return row ? [{ ...row, score, reasons }] : []
    })
  })
}

/** @throws Refusal `not_allowed` for records outside of the viewer's care, `not_found`. */
async function recordNotTheSame(call: SignedInCall, given: readonly number[]): Promise<void> {
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
async function takeBackNotTheSame(call: SignedInCall, given: readonly number[]): Promise<void> {
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

async function pageOfSeparated(
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
