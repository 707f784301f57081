import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(1)
})
afterAll(() => database.drop())

const everything = (atLeast: number) =>
  sql<Record<string, unknown>>`select * from competency where id >= ${atLeast}`.execute(database.db)

test('a statement is planned once and answers each time with its own values', async () => {
  await sql`insert into competency (name) values ('Travel health'), ('Phlebotomy')`.execute(
    database.db,
  )
  expect((await everything(1)).rows).toHaveLength(2)
  expect((await everything(2)).rows).toEqual([{ id: 2, name: 'Phlebotomy' }])
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_prepared_statements
    where statement like ${'select * from competency%'}`.execute(database.db)
  expect(rows).toEqual([{ count: 1 }])
})

test('a table changed by another instance is read with its new columns', async () => {
  await everything(1)
  await sql`alter table competency add column note text not null default 'new'`.execute(database.db)
  for (let round = 0; round < 3; round += 1) {
    expect((await everything(2)).rows).toEqual([{ id: 2, name: 'Phlebotomy', note: 'new' }])
  }
})
