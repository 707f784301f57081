import type { InferResult } from 'kysely'
import type { Merge } from '#lib/contract/merging.ts'
import type { Executor } from '../database/connection.ts'
import { areManaged, type Kinds } from './may-merge.ts'

const merges = (executor: Executor) =>
  executor
    .selectFrom('person_merge')
    .innerJoin('person as kept', 'kept.id', 'person_merge.kept_id')
    .innerJoin('person as merged', 'merged.id', 'person_merge.merged_id')
    .leftJoin('person as by', 'by.id', 'person_merge.merged_by')
    .select([
      'person_merge.id',
      'person_merge.merged_at',
      'person_merge.undone_at',
      'kept.id as keptId',
      'kept.full_name as keptName',
      'merged.id as mergedId',
      'merged.full_name as mergedName',
      'by.id as byId',
      'by.full_name as byName',
    ])
    .orderBy('person_merge.id', 'desc')

export async function listMerges(executor: Executor, ids: readonly number[]): Promise<Merge[]> {
  const rows = await merges(executor).where('person_merge.id', 'in', ids).execute()
  return rows.map(present)
}

export async function pageOfMerges(
  executor: Executor,
  kinds: Kinds,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ count: number; results: Merge[] }> {
  const managed = merges(executor).where(areManaged(kinds, 'merged', 'kept'))
  const { count } = await managed
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await managed
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { count, results: rows.map(present) }
}

type Row = InferResult<ReturnType<typeof merges>>[number]

const present = (row: Row): Merge => ({
  id: row.id,
  kept: { id: row.keptId, full_name: row.keptName },
  merged: { id: row.mergedId, full_name: row.mergedName },
  at: row.merged_at.toISOString(),
  by: row.byId && row.byName ? { id: row.byId, full_name: row.byName } : null,
  undone_at: row.undone_at?.toISOString() ?? null,
})
