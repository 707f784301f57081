import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestDatabase } from '../test-database.ts'

// As in a process that has prepared nothing yet.
vi.resetModules()
const { retried } = await import('#server/database/failures.ts')
const { createTestDatabase } = await import('../test-database.ts')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(1)
  await sql`create table colour (id serial primary key, name text not null)`.execute(database.db)
})
afterAll(() => database.drop())

const everything = (atLeast: number) =>
  sql<Record<string, unknown>>`select * from colour where id >= ${atLeast}`.execute(database.db)

test('a statement is planned once and answers each time with its own values', async () => {
  await sql`insert into colour (name) values ('green'), ('blue')`.execute(database.db)
  expect((await everything(1)).rows).toHaveLength(2)
  expect((await everything(2)).rows).toEqual([{ id: 2, name: 'blue' }])
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_prepared_statements
    where statement like ${'select * from colour%'}`.execute(database.db)
  expect(rows).toEqual([{ count: 1 }])
})

test('a statement with a long list is planned for that list, however often it is sent', async () => {
  const among = (ids: number[]) =>
    sql<object>`select name from colour where id = any(${ids}::integer[])`.execute(database.db)
  const many = Array.from({ length: 5_000 }, (_, place) => place)
  for (let time = 0; time < 8; time += 1) expect((await among(many)).rows).toHaveLength(2)
  const kept = async () =>
    (
      await sql<{ generic_plans: number }>`
        select generic_plans from pg_prepared_statements
        where statement like ${'select name from colour%'}`.execute(database.db)
    ).rows
  expect(await kept()).toEqual([])
  await among([1, 2])
  expect(await kept()).toHaveLength(1)
})

test('a table changed by another instance is read with its new columns', async () => {
  await everything(1)
  await sql`alter table colour add column note text not null default 'new'`.execute(database.db)
  for (let round = 0; round < 3; round += 1) {
    expect((await everything(2)).rows).toEqual([{ id: 2, name: 'blue', note: 'new' }])
  }
})

test('a transaction that finds its tables changed runs again, however many they are', async () => {
  const tables = ['allergy', 'competency', 'gp_surgery', 'room', 'site', 'staff']
  const inTransaction = () =>
    database.db.transaction().execute(async (transaction) => {
      const answers: object[] = []
      for (const table of tables) {
        const { rows } = await sql<object>`
          select * from (select 1) as once left join ${sql.table(table)} on id = ${1}`.execute(
          transaction,
        )
        answers.push(rows[0] ?? {})
      }
      return answers
    })
  await inTransaction()
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} add column mark integer`.execute(database.db)
  }
  await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' })
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} add column stamp integer`.execute(database.db)
  }
  const answers = await retried(inTransaction)
  expect(answers).toHaveLength(tables.length)
  for (const answer of answers) expect(answer).toHaveProperty('stamp')
})
