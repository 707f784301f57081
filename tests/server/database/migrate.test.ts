import { readdir } from 'node:fs/promises'
import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { migrate, readSqlFiles } from '#server/database/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { schemaText } from '../../../scripts/schema-text.ts'
import { isFull } from '../../amount.ts'
import { createEmptyDatabase, type TestDatabase } from '../test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const migrations = async () => {
  const names = await readdir(new URL('../../../src/server/database/migrations', import.meta.url))
  return names.filter((name) => name.endsWith('.sql')).map((name) => name.replace(/\.sql$/, ''))
}

const everyStep = async () =>
  [...(await migrations()), ...(await readSqlFiles()).map(({ name }) => name)].sort()

test('the schema is made from all files, and a second time changes nothing with one query', async () => {
  expect((await migrate(database.db)).toSorted()).toEqual(await everyStep())
  const made = await schemaText(database.db)
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  expect(await migrate(database.db.withPlugin(counting))).toEqual([])
  expect(queries).toBe(1)
  expect(await schemaText(database.db)).toEqual(made)
})

test.runIf(isFull)(
  'four instances that start at once on an empty database make it once',
  async () => {
    const instances = Array.from({ length: 4 }, () =>
      connect(database.url, { poolSize: 2, onError: () => undefined }),
    )
    try {
      const applied = await Promise.all(instances.map(migrate))
      const ran = applied.filter((names) => names.length > 0)
      expect(ran.map((names) => names.toSorted())).toEqual([await everyStep()])
    } finally {
      for (const instance of instances) await instance.destroy()
    }
    const { rows } = await sql`select name from kysely_migration order by name`.execute(database.db)
    expect(rows).toEqual((await migrations()).map((name) => ({ name })))
  },
)

test('a function that is missing or older is applied again, and one without a file is dropped', async () => {
  await migrate(database.db)
  const made = await schemaText(database.db)
  await sql`update sql_file set hash = 'older' where name = 'has_booked'`.execute(database.db)
  await sql`delete from sql_file where name = 'keep_waiting'`.execute(database.db)
  await sql`create function retired() returns trigger language plpgsql as 'begin return new; end'`.execute(
    database.db,
  )
  await sql`create trigger retired before insert on site for each row execute function retired()`.execute(
    database.db,
  )
  await sql`insert into sql_file values ('retired', '')`.execute(database.db)
  expect((await migrate(database.db)).toSorted()).toEqual(['has_booked', 'keep_waiting', 'retired'])
  expect(await schemaText(database.db)).toEqual(made)
  expect(await migrate(database.db)).toEqual([])
})

test('a database of a newer version is refused with what to do', async () => {
  await migrate(database.db)
  await sql`insert into kysely_migration values ('9999-later', '')`.execute(database.db)
  await expect(migrate(database.db)).rejects.toEqual(
    new StartError(
      'The database belongs to a newer version of Carelane (its migration 9999-later is unknown here): start that version.',
    ),
  )
})
