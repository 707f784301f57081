import { sql } from 'kysely'
import type { Database, Executor } from '#server/database/connection.ts'

/** It is an advisory lock, whose number only has to be our own. */
const SEEDING_LOCK = 7_201_961

/**
 * Fills an empty database (no person, no site) with the made-up pharmacy group of the
 * demonstration, in one transaction: instances that start together seed once. The same `now`
 * (epoch milliseconds) gives the same rows; everything dated lies around it.
 * @returns whether it did.
 */
export async function seedDemoData(
  db: Database,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    // Whoever comes second waits until the first is done, however long that takes.
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${SEEDING_LOCK}::bigint)`.execute(tx)
    if (!(await isEmpty(tx))) return false
    // Loaded where it is needed: a start that finds everything there need not read it.
    const { insertDemoData } = await import('./insert-demo-data.ts')
    await insertDemoData(tx, timeZone, now)
    return true
  })
}

async function isEmpty(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from person) and not exists (select from site) as empty
  `.execute(executor)
  return rows[0]?.empty ?? false
}
