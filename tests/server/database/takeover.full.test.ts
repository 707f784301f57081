import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { schemaText } from '../../../scripts/schema-text.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../test-database.ts'

/** The 66 migrations of commit 6f4ba482 and a few rows of its demonstration. */
const fixture = gunzipSync(readFileSync(new URL('from-0.4.0.sql.gz', import.meta.url))).toString()
const folder = new URL('../../../src/server/database/migrations/from-0.4.0/', import.meta.url)

const fresh = await createTestDatabase(1)
const { rows: versions } = await sql<{ version: number }>`
  select current_setting('server_version_num')::integer as version`.execute(fresh.db)
/** PostgreSQL 15 refuses a migration of version 0.4.0, so it has no such database. */
const has040 = (versions[0]?.version ?? 0) >= 160_000

let old: TestDatabase
beforeEach(async () => {
  old = await createEmptyDatabase()
  if (has040) await sql.raw(fixture).execute(old.db)
})
afterEach(() => old.drop())
afterAll(() => fresh.drop())

async function follow(db: Database, last: string): Promise<void> {
  const files = (await readdir(folder)).sort().filter((file) => file <= `${last}.sql`)
  for (const file of files) {
    await sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(db)
    await sql`insert into kysely_migration values (${file.replace('.sql', '')}, '')`.execute(db)
  }
}

async function schema(db: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(pg_proc.oid) as text
    from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql')
    order by proname`.execute(db)
  return [await schemaText(db), ...rows.map(({ text }) => text)]
}

type Row = Record<string, unknown>
type Rows = Record<string, Row[]>

/** @param like the rows before, of which only these tables and columns count. */
async function readRows(db: Database, like?: Rows): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string; generated: string[] }>`
    select relname as name, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attgenerated <> '') as generated
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' and relname <> 'sql_file'
    order by relname`.execute(db)
  const found: Rows = {}
  for (const { name, generated } of tables.filter((table) => !like || like[table.name])) {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(whole) - ${generated}::text[] as row from ${sql.table(name)} as whole
      order by whole::text`.execute(db)
    const columns = Object.keys(like?.[name]?.[0] ?? rows[0]?.row ?? {})
    found[name] = rows
      .map(({ row }) => Object.fromEntries(columns.map((column) => [column, row[column]])))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return found
}

/** Migration 0140 names the person who completed an appointment, not their staff record. */
function completedByPeople(rows: Rows): Rows {
  const people = new Map(rows['staff']?.map((staff) => [staff['id'], staff['person_id']]))
  const appointment = (rows['appointment'] ?? []).map((row) => ({
    ...row,
    completed_by: people.get(row['completed_by']) ?? null,
  }))
  return { ...rows, appointment }
}

test.runIf(has040).each([
  ['0081-urgent-messages', completedByPeople],
  ['0133-availability-changes', completedByPeople],
  ['0187-offers-of-what-is-switched-off', (rows: Rows) => rows],
])('a database after migration %s is taken over without loss', async (last, expected) => {
  await follow(old.db, last)
  const before = await readRows(old.db)
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(50)

  await migrate(old.db)

  expect(await schema(old.db)).toEqual(await schema(fresh.db))
  expect(await readRows(old.db, before)).toEqual(expected(before))
  const { rows } = await sql`select name from kysely_migration`.execute(old.db)
  expect(rows).toEqual([{ name: '0001-baseline' }])
  expect(await migrate(old.db)).toEqual([])
})

test.runIf(has040)(
  'a database of an earlier version is refused with what to do, and stays as it is',
  async () => {
    await sql`delete from kysely_migration where name = '0081-urgent-messages'`.execute(old.db)
    await expect(migrate(old.db)).rejects.toEqual(
      new StartError(
        'The database belongs to a version of Carelane before 0.4.0: start version 0.4.0 with it once, then this version.',
      ),
    )
    const { rows } = await sql`select from kysely_migration`.execute(old.db)
    expect(rows).toHaveLength(65)
  },
)
