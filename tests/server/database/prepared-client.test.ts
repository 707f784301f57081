import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { retried } from '#server/database/failures.ts'
import { isFull } from '../../amount.ts'
import { createTestDatabase } from '../test-database.ts'

const database = await createTestDatabase(1)
await sql`create table colour (id serial primary key, name text not null)`.execute(database.db)
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

describe('thousands of shapes of statements, as a visitor can think them up', () => {
  const ENOUGH = 1_000
  const shape = (number: number, executor = database.db) =>
    sql<object>`select ${number}::integer as ${sql.ref(`shape_${number}`)}`.execute(executor)
  const inUse = (place: number) =>
    sql<{ place: number }>`select ${place}::integer as place, 'in use' as mark`.execute(database.db)
  const prepared = async () =>
    (
      await sql<{ statement: string; at: string }>`
        select statement, prepare_time::text as at from pg_prepared_statements`.execute(database.db)
    ).rows
  const preparedAt = async (part: string) =>
    (await prepared()).find(({ statement }) => statement.includes(part))?.at

  test('leave few on a connection; one in use stays, and a new one is prepared', async () => {
    await inUse(0)
    const before = await preparedAt('in use')
    for (let number = 0; number < ENOUGH; number += 1) {
      expect((await shape(number)).rows).toEqual([{ [`shape_${number}`]: number }])
      if (number % 100 === 0) expect((await inUse(number)).rows[0]).toMatchObject({ place: number })
    }
    expect(await preparedAt('in use')).toBe(before)
    expect(await preparedAt(`shape_${ENOUGH - 1}"`)).toBeDefined()
    expect((await prepared()).length).toBeLessThanOrEqual(200)
    // One that had to make room.
    expect((await shape(0)).rows).toEqual([{ shape_0: 0 }])
  })

  test.runIf(isFull)(
    'are answered when they are sent all at once, and after an error in a transaction',
    async () => {
      await database.db.transaction().execute(async (tx) => {
        const numbers = Array.from({ length: ENOUGH }, (_, place) => ENOUGH + place)
        const answers = await Promise.all(numbers.map((number) => shape(number, tx)))
        expect(answers.map(({ rows }) => Object.values(rows[0] ?? {})[0])).toEqual(numbers)
      })
      const failing = database.db.transaction().execute(async (tx) => {
        await sql`select ${0}::integer / ${0}::integer as failing`
          .execute(tx)
          .catch(() => undefined)
        await shape(3 * ENOUGH, tx)
      })
      await expect(failing).rejects.toMatchObject({ code: '25P02' })
      expect((await shape(3 * ENOUGH)).rows).toEqual([{ [`shape_${3 * ENOUGH}`]: 3 * ENOUGH }])
      expect((await shape(1)).rows).toEqual([{ shape_1: 1 }])
      expect((await prepared()).length).toBeLessThanOrEqual(200)
    },
  )
})
