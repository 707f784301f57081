import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { Executor } from '#server/database/connection.ts'
import { fixedStatement } from '#server/database/fixed-statement.ts'
import { createTestDatabase } from '../test-database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

type Values = { name: string | null; size: number; at: Date; bytes: Buffer }

test('is built once, and answers each time for the values it is given', async () => {
  const build = vi.fn((executor: Executor, values: Values) =>
    executor.selectNoFrom([
      sql<string | null>`${values.name}::text`.as('name'),
      // The same value twice, and one that is part of the text.
      sql<number>`${values.size}::integer + ${values.size}::integer + ${100}`.as('sum'),
      sql<Date>`${values.at}::timestamptz`.as('at'),
      sql<Buffer>`${values.bytes}::bytea`.as('bytes'),
    ]),
  )
  const statement = fixedStatement(build)
  const ask = async (values: Values) =>
    (await database.db.executeQuery(statement(database.db, values))).rows

  const first = {
    name: 'Ashdown',
    size: 1,
    at: new Date('2026-08-06T08:30:00Z'),
    bytes: Buffer.of(1),
  }
  const second = { name: null, size: 20, at: new Date('2027-01-05T09:00:00Z'), bytes: Buffer.of(2) }
  expect(await ask(first)).toEqual([
    { name: 'Ashdown', sum: 102, at: first.at, bytes: first.bytes },
  ])
  expect(await ask(second)).toEqual([{ name: null, sum: 140, at: second.at, bytes: second.bytes }])
  expect(build).toHaveBeenCalledOnce()
})
