import { sql } from 'kysely'
import type { DuplicateSearch } from '#lib/contract/duplicates.ts'
import type { Executor } from '../../database/connection.ts'
import { retried } from '../../database/failures.ts'
import type { SignedInCall } from '../../http/implement.ts'
import type { Services } from '../../services.ts'
import { comparePeople } from './compare-people.ts'

/** Compared in one transaction: short enough to lock nobody out, long enough to be worth it. */
export const BATCH = 250
/** How long one job works before it makes way; what is left is another job. */
const LONGEST_MS = 20_000
/** What progress is called where it is shown. */
const SEARCH_NAME = 'Search for duplicates'

/** How far the latest search is. */
export async function readSearch(executor: Executor): Promise<DuplicateSearch> {
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

/** Begins a search among everybody, unless one is under way. */
export async function startSearch({ services, viewer }: SignedInCall): Promise<DuplicateSearch> {
  await beginSearch(services, viewer.personId)
  return await readSearch(services.db)
}

/** @param by whose press it was, who is told of its progress; null at night. */
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

/**
 * Goes on with the search that is under way, batch by batch, until it is done, its time is over, or the
 * process is to end: each batch is kept, and whoever comes next goes on behind it.
 * @returns whether something is left to do.
 */
export async function goOnSearching(
  services: Pick<Services, 'db' | 'progress'>,
  ending: AbortSignal,
): Promise<boolean> {
  const until = Date.now() + LONGEST_MS
  while (!ending.aborted && Date.now() < until) {
    const step = await retried(() => searchBatch(services.db))
    if (!step) return false
    if (step.uuid) {
      await services.progress.tell(step.uuid, {
        type: 'progress',
        progress: step.isOver ? 100 : percent(step),
        name: SEARCH_NAME,
      })
    }
    if (step.isOver) return false
  }
  return true
}

/** One batch; null when there is no search. Two instances take turns. */
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

/** Compares whoever is new or has changed with everybody, some at a time. @returns how many it was. */
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

/** Compares some of those who were noted, within the caller's transaction. @returns how many it was. */
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
