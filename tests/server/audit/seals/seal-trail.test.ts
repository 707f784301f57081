import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkSeals, sealTrail } from '#server/audit/seals/seal-trail.ts'
import { connect, type Database } from '#server/database/connection.ts'
import { createLog } from '#server/log/log.ts'
import { isFull } from '../../../amount.ts'
import { eventually } from '../../../eventually.ts'
import { createTestDatabase, lockWaits, type TestDatabase } from '../../test-database.ts'
import { addLines } from './audit-lines.ts'

const within = { interval: 20 }

let database: TestDatabase
/** As the role that serves. */
let serving: Database
beforeEach(async () => {
  database = await createTestDatabase()
  serving = connectAsServing(4)
})
afterEach(async () => {
  await serving.destroy()
  await database.drop()
})

const connectAsServing = (poolSize: number) =>
  connect(database.runtimeUrl ?? '', { poolSize, onError: () => undefined })

const never = new AbortController().signal

const seal = (patienceMs = 0, ending = never, db = serving) =>
  sealTrail({ db, log: createLog('silent') }, ending, patienceMs)

const check = () => checkSeals(serving, null)

const seals = () =>
  database.db
    .selectFrom('audit_seal')
    .select(['number', 'first_sequence', 'last_sequence', 'line_count'])
    .orderBy('number')
    .execute()

/** An open transaction that has done this. */
async function openTransaction(work: (tx: Database) => Promise<unknown>) {
  const tx = await database.db.startTransaction().execute()
  await work(tx)
  return tx
}

test('lines are sealed one range after another, gaps in their numbers included', async () => {
  expect(await seal()).toBe(false)
  expect(await seals()).toEqual([])
  await addLines(database.db, 3)
  await (await openTransaction((tx) => addLines(tx, 2))).rollback().execute()
  await seal()
  await addLines(database.db, 1)
  await seal()
  await seal()

  expect(await seals()).toEqual([
    { number: 1, first_sequence: 1, last_sequence: 3, line_count: 3 },
    { number: 2, first_sequence: 4, last_sequence: 6, line_count: 1 },
  ])
  const { head, ...checked } = await check()
  expect(checked).toEqual({ seals: 2, lines: 4, unsealed: 0, fault: null })
  expect(head).toMatchObject({ number: 2, last_sequence: 6 })
})

test.runIf(isFull)('100,000 lines become ranges of 10,000', async () => {
  await addLines(database.db, 100_000)
  expect(await seal()).toBe(false)
  expect((await seals()).map(({ line_count }) => line_count)).toEqual(Array(10).fill(10_000))
  expect(await check()).toMatchObject({ seals: 10, lines: 100_000, unsealed: 0, fault: null })
})

describe('a line that may still come is waited for:', () => {
  test('of a transaction that added it and goes on', async () => {
    const slow = await openTransaction((tx) => addLines(tx, 1))
    await addLines(database.db, 5)
    await seal()
    expect(await seals()).toEqual([])

    const sealing = seal(20_000)
    await slow.commit().execute()
    await sealing
    expect(await seals()).toMatchObject([{ first_sequence: 1, last_sequence: 6, line_count: 6 }])
    expect((await check()).fault).toBe(null)
  })

  test('of a statement that has taken its number and no transaction id yet', async () => {
    await sql`create function linger() returns trigger language plpgsql as $$ begin
      if new.source = 'slow' then perform pg_advisory_xact_lock(8); end if;
      return new;
    end $$`.execute(database.db)
    await sql`create trigger linger before insert on audit_event
      for each row execute function linger()`.execute(database.db)
    const gate = await openTransaction((tx) => sql`select pg_advisory_xact_lock(8)`.execute(tx))
    const slow = addLines(database.db, 1, 'slow')
    await eventually(async () => {
      const { rows } = await sql<{ last_value: number }>`
        select last_value from audit_event_sequence_seq where is_called`.execute(database.db)
      expect(rows).toEqual([{ last_value: 1 }])
    }, within)
    await addLines(database.db, 1)
    await seal()
    expect(await seals()).toEqual([])

    await gate.rollback().execute()
    await slow
    await seal()
    expect(await seals()).toMatchObject([{ last_sequence: 2, line_count: 2 }])
  })

  test('and nobody who adds lines waits for the seal', async () => {
    const slow = await openTransaction((tx) => addLines(tx, 1))
    await addLines(database.db, 1)
    const stop = new AbortController()
    const sealing = seal(60_000, stop.signal)
    for (let times = 0; times < 50; times += 1) {
      await addLines(database.db, 1)
      expect(await lockWaits(database.db)).toBe(0)
    }
    stop.abort()
    expect(await sealing).toBe(false)
    await slow.rollback().execute()
    expect(await seals()).toEqual([])
  })
})

test('many writers, long and short, committed and undone, while it seals', async () => {
  let isOver = false
  const sealing = (async () => {
    while ((await seals()).length < 5) await seal(5_000)
    isOver = true
  })()
  const writer = async (nth: number) => {
    for (let round = 0; !isOver; round += 1) {
      const tx = await openTransaction((opened) => addLines(opened, 1 + (nth % 3)))
      // A long transaction is one in which others have added lines.
      for (let others = 0; others < nth; others += 1) await addLines(serving, 1)
      if ((nth + round) % 4 === 0) await tx.rollback().execute()
      else await tx.commit().execute()
    }
  }
  await Promise.all([sealing, ...Array.from({ length: 6 }, (_, nth) => writer(nth))])
  await seal(5_000)
  const { fault, lines, unsealed } = await check()
  const { rows } = await sql`select count(*)::integer as lines from audit_event`.execute(
    database.db,
  )
  expect(fault).toBe(null)
  expect(rows).toEqual([{ lines }])
  expect(unsealed).toBe(0)
})

test('of two instances that seal at once each line is sealed once', async () => {
  const other = connectAsServing(2)
  for (let round = 0; round < 10; round += 1) {
    await addLines(database.db, 20)
    await Promise.all([seal(), seal(0, never, other)])
  }
  await seal()
  await other.destroy()
  expect(await check()).toMatchObject({ lines: 200, unsealed: 0, fault: null })
})

test('an instance that dies while it seals leaves nothing half-made', async () => {
  await addLines(database.db, 3)
  await seal()
  await addLines(database.db, 3)
  const gate = await openTransaction((tx) => sql`lock table audit_seal in share mode`.execute(tx))
  const instance = connectAsServing(1)
  const dying = seal(0, never, instance).catch((error: unknown) => error)
  await eventually(async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_locks
      where relation = 'audit_seal'::regclass and not granted`.execute(database.db)
    expect(rows).toHaveLength(1)
  }, within)
  expect(await dying).toBeInstanceOf(Error)
  await instance.destroy()
  await gate.rollback().execute()

  await seal()
  expect(await check()).toMatchObject({ seals: 2, lines: 6, unsealed: 0, fault: null })
})
