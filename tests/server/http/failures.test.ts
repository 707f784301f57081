import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { errorHandler } from '#server/http/errors.ts'
import type { AppEnvironment } from '#server/http/request-context.ts'
import { createFaultReports } from '#server/log/fault-reports.ts'
import { createLog } from '#server/log/log.ts'
import { connectAgain, createTestDatabase } from '../test-database.ts'
import { testSettings } from '../test-server.ts'

const database = await createTestDatabase(2)
afterAll(() => database.drop())

/** What a caller is told when the work behind an address fails. */
async function told(work: () => unknown) {
  const app = new Hono<AppEnvironment>()
  const log = createLog('silent')
  app.onError(errorHandler({ log, faults: createFaultReports(testSettings(), log) }))
  app.get('/', async (context) => {
    await work()
    return context.text('done')
  })
  const answer = await app.request('/')
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    retryAfter: answer.headers.get('Retry-After'),
  }
}

const within = (work: (transaction: Database) => Promise<unknown>) =>
  database.db.transaction().execute(work)

test('a request that the framework refuses says so in the shape of a 400', async () => {
  const { status, body } = await told(() => {
    throw new HTTPException(400)
  })
  expect(status).toBe(400)
  expect(body).toEqual({ non_field_errors: ['We could not process this request.'] })
})

test('a statement that takes too long is a 503', async () => {
  const { status, body, retryAfter } = await told(() =>
    within(async (transaction) => {
      await sql`set local statement_timeout = 20`.execute(transaction)
      await sql`select pg_sleep(20)`.execute(transaction)
    }),
  )
  expect([status, body['code'], retryAfter]).toEqual([503, 'unavailable', '5'])
})

test('a lock that does not come free is a 503', async () => {
  const { status, body } = await told(() =>
    within(async (holder) => {
      await sql`lock table allergy`.execute(holder)
      await within(async (transaction) => {
        await sql`set local lock_timeout = 20`.execute(transaction)
        await sql`select from allergy`.execute(transaction)
      })
    }),
  )
  expect([status, body['code']]).toEqual([503, 'unavailable'])
})

test.each(['40001', '53100', '53200', '53400', '57P05', '58030', '58P01'])(
  'what PostgreSQL cannot do now (%s) is a 503',
  async (code) => {
    const raise = sql.raw(`do $$ begin raise exception 'unable' using errcode = '${code}'; end $$`)
    const { status, body, retryAfter } = await told(() => raise.execute(database.db))
    expect([status, body['code'], retryAfter]).toEqual([503, 'unavailable', '5'])
  },
)

test('a server that has become a standby is a 503, and is left for one that takes writes', async () => {
  const { db, drop } = connectAgain(database, 1)
  const write = () => told(() => sql`delete from allergy where false`.execute(db))
  const writeTogether = () =>
    told(() => db.transaction().execute((tx) => sql`delete from allergy where false`.execute(tx)))
  for (const attempt of [write, writeTogether]) {
    // As it is for sessions of a primary that was demoted.
    await sql`set session characteristics as transaction read only`.execute(db)
    const { status, body, retryAfter } = await attempt()
    expect([status, body['code'], retryAfter]).toEqual([503, 'unavailable', '5'])
    await sql`delete from allergy where false`.execute(db)
  }
  await drop()
})

test('a file that is missing is our fault, a database’s socket that is missing is not', async () => {
  const file = await told(() => readFile('there/is/no/such.file'))
  expect([file.status, file.body['code']]).toEqual([500, 'internal'])
  const socket = await told(() => new pg.Client({ host: '/there/is/no/socket' }).connect())
  expect([socket.status, socket.body['code']]).toEqual([503, 'unavailable'])
})
