import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '../test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const files = async () => {
  const names = await readdir(new URL('../../../src/server/database/migrations', import.meta.url))
  return names.map((name) => name.replace(/\.sql$/, '')).sort()
}

const schema = async () => {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s', table_name, column_name, data_type) as line
    from information_schema.columns where table_schema = 'public'
    union all select format('%s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
    order by line`.execute(database.db)
  return rows.map(({ line }) => line)
}

test('the schema is made in the order of the files, and a second time changes nothing', async () => {
  expect(await migrate(database.db)).toEqual(await files())
  const made = await schema()
  expect(made.length).toBeGreaterThan(100)
  expect(await migrate(database.db)).toEqual([])
  expect(await schema()).toEqual(made)
})

test('four instances that start at once on an empty database make it once', async () => {
  const instances = Array.from({ length: 4 }, () =>
    connect(database.url, { poolSize: 2, onError: () => undefined }),
  )
  try {
    const applied = await Promise.all(instances.map(migrate))
    expect(applied.filter((names) => names.length > 0)).toEqual([await files()])
  } finally {
    for (const instance of instances) await instance.destroy()
  }
  const { rows } = await sql`select name from kysely_migration order by name`.execute(database.db)
  expect(rows).toEqual((await files()).map((name) => ({ name })))
})
