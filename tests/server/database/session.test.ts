import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { checkSession } from '#server/database/check-session.ts'
import { connect, type Database } from '#server/database/connection.ts'
import { createEmptyDatabase, createTestDatabase } from '../test-database.ts'

/* The role of the tests has settings that nothing works with: see `global-setup.ts`. */

const database = await createEmptyDatabase()
afterAll(() => database.drop())

test('a session has our settings, whatever the role and the address say', async () => {
  const url = new URL(database.url)
  url.searchParams.set('options', '-c datestyle=German -c search_path=pg_temp')
  url.searchParams.set('statement_timeout', '1')
  const db = connect(url.href, { poolSize: 1, onError: () => undefined })
  await expect(checkSession(db)).resolves.toBeUndefined()
  await db.destroy()
})

test('a pooler that drops them is named at the start, with what to set', async () => {
  const options = ['statement_timeout', 'idle_session_timeout', 'lock_timeout']
    .map((name) => `-c ${name}=0`)
    .join(' ')
  const pool = new pg.Pool({ connectionString: database.url, max: 1, options })
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await expect(checkSession(db)).rejects.toThrow(
    /^DATABASE_URL: a connection pooler drops .*: .*datestyle = 'ISO, MDY', timezone = 'UTC'/,
  )
  await db.destroy()
})

test('an installation in another schema is not taken for an empty one', async () => {
  await sql`create schema clinic`.execute(database.db)
  await sql`create table clinic.availability_occurrence ()`.execute(database.db)
  await expect(checkSession(database.db)).rejects.toThrow(/are in the schema "clinic"/)
  await sql`create table availability_occurrence ()`.execute(database.db)
  await expect(checkSession(database.db)).resolves.toBeUndefined()
})

test('triggers find their tables in a session that looks elsewhere', async () => {
  const migrated = await createTestDatabase(1)
  const { rows } = await migrated.db.transaction().execute(async (tx) => {
    await sql`set local search_path = pg_catalog`.execute(tx)
    await sql`insert into public.person (first_name, last_name) values ('Ada', 'Ash')`.execute(tx)
    await sql`
      insert into public.appointment_category (name, lft, rght, tree_id, level)
      values ('Travel', 1, 2, 1, 0)`.execute(tx)
    await sql`set constraints all immediate`.execute(tx)
    await sql`insert into public.eform (name) values ('Consent')`.execute(tx)
    return await sql<{ compared: number; versions: number }>`
      select (select count(*) from public.person_to_compare) as compared,
        (select count(*) from public.eform_version) as versions`.execute(tx)
  })
  expect(rows).toEqual([{ compared: 1, versions: 1 }])
  await migrated.drop()
})
