import { sql } from 'kysely'
import type { DuplicateSearch } from '#lib/contract/merging.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { comparePeople } from '../people/find-alike.ts'
import type { Services } from '../services.ts'

export const duplicateSearchRoutes = {
  'GET admin/potential-duplicate-users/search/': async (_request, { services }) =>
    await readSearch(services.db),
  'POST admin/potential-duplicate-users/search/': async (_request, call) => await startSearch(call),
} satisfies Handlers

/** It is one transaction: short enough to lock nobody out. */
export const BATCH = 250
const LONGEST_MS = 20_000
const SEARCH_NAME = 'Search for duplicates'

async function readSearch(executor: Executor): Promise<DuplicateSearch> {
  const row = await executor
    .selectFrom('duplicate_search')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    is_running: row !== undefined && row.ended === null,
    progress: row ? percent(row) : 0,
    ended: row?.ended?.toISOString() ?? null,
    failed: row?.failed ?? false,
  }
}

const percent = ({ done, total }: { done: number; total: number }) =>
  total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))

async function startSearch({ services, viewer }: SignedInCall): Promise<DuplicateSearch> {
  await beginSearch(services, viewer.personId)
  return await readSearch(services.db)
}

export async function beginSearch(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  by: number | null,
): Promise<void> {
  await sql`
    insert into duplicate_search (started_by, total)
    select ${by}::integer, count(*) from person where merged_into is null
    on conflict ((true)) where ended is null do nothing`.execute(db)
  await jobs.send('duplicates.search')
}

/** Keeps each batch. @returns whether something is left. */
export async function goOnSearching(
  services: Pick<Services, 'db' | 'progress'>,
  ending: AbortSignal,
): Promise<boolean> {
  const until = Date.now() + LONGEST_MS
  while (!ending.aborted && Date.now() < until) {
    const step = await retried(() => searchBatch(services.db))
    if (!step) return false
    if (step.uuid) {
      await services.progress.reportProgress(step.uuid, {
        type: 'progress',
        progress: step.isOver ? 100 : percent(step),
        name: SEARCH_NAME,
      })
    }
    if (step.isOver) return false
  }
  return true
}

async function searchBatch(db: Services['db']) {
  return await db.transaction().execute(async (tx) => {
    const search = await tx
      .selectFrom('duplicate_search')
      .selectAll()
      .where('ended', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!search) return null
    const people = await tx
      .selectFrom('person')
      .select('id')
      .where('id', '>', search.last_person_id)
      .where('merged_into', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const ids = people.map(({ id }) => id)
    if (ids.length > 0) await comparePeople(tx, ids, 'before')
    const isOver = ids.length < BATCH
    const done = search.done + ids.length
    await tx
      .updateTable('duplicate_search')
      .set({
        done,
        last_person_id: ids.at(-1) ?? search.last_person_id,
        ended: isOver ? sql<Date>`now()` : null,
      })
      .where('id', '=', search.id)
      .execute()
    const by = search.started_by
      ? await tx
          .selectFrom('person')
          .select('uuid')
          .where('id', '=', search.started_by)
          .executeTakeFirst()
      : undefined
    return { isOver, done, total: search.total, uuid: by?.uuid ?? null }
  })
}

/** `note_people_to_compare` notes whom to compare. @returns how many were compared. */
export async function compareChanged(
  { db }: Pick<Services, 'db'>,
  ending: AbortSignal,
): Promise<number> {
  const until = Date.now() + LONGEST_MS
  let compared = 0
  while (!ending.aborted && Date.now() < until) {
    const count = await retried(() => db.transaction().execute(compareNoted))
    compared += count
    if (count < BATCH) break
  }
  return compared
}

export async function compareNoted(tx: Executor): Promise<number> {
  const { rows } = await sql<{ person_id: number }>`
    delete from person_to_compare where person_id in (
      select person_id from person_to_compare order by person_id
      limit ${BATCH} for update skip locked)
    returning person_id`.execute(tx)
  const ids = rows.map(({ person_id }) => person_id)
  if (ids.length > 0) await comparePeople(tx, ids)
  return ids.length
}
