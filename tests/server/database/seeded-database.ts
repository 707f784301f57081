import { sql } from 'kysely'
import { seedDemoData } from '#demo/data/seed-demo-data.ts'
import type { Database } from '#server/database/connection.ts'
import { createFilledDatabase, createTestDatabase, type TestDatabase } from '../test-database.ts'

export const DAY = 86_400_000
export const ZONE = 'Europe/London'
/** A Wednesday morning. */
export const NOW = Date.parse('2026-08-05T09:20:00Z')
export const TODAY = '2026-08-05'

/** A database with the demonstration's data, as of `NOW`. */
export async function createSeededDatabase(): Promise<TestDatabase> {
  return await createFilledDatabase('template_seeded', (db) =>
    seedDemoData(db, { timeZone: ZONE, now: NOW }),
  )
}

/** Runs work on an empty database of its own. */
export async function onEmpty<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const own = await createTestDatabase()
  try {
    return await work(own.db)
  } finally {
    await own.drop()
  }
}

/** Every row of every table but what a person's uuid is, which is random on purpose. */
export async function everything(executor: Database) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(executor)
  const found: [string, string][] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(line, ',' order by line), '')) as digest
      from (select (to_jsonb(whole) - 'uuid')::text as line from ${sql.table(name)} as whole) as lines
    `.execute(executor)
    found.push([name, rows[0]?.digest ?? ''])
  }
  return found
}
