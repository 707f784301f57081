import { afterAll, expect, test } from 'vitest'
import {
  clearFailures,
  countFailure,
  forgiveFailure,
  hasProof,
  noteProof,
  removeExpiredFailures,
} from '#server/identity/attempts.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { connectAgain, createTestDatabase } from '../test-database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

let sequence = 0
const somebody = () => {
  sequence += 1
  return `somebody-${sequence}@example.test`
}

async function fail(times: number, subject: string) {
  for (let count = 0; count < times; count += 1) await countFailure(database.db, 'pin', subject)
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

test('the eleventh try within a quarter of an hour is told how long to wait', async () => {
  const subject = somebody()
  await fail(9, subject)
  expect(await countFailure(database.db, 'pin', subject)).toBe(10)
  const refused = await countFailure(database.db, 'pin', subject).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'too_many_requests',
    status: 429,
    message: 'Too many failed attempts. Wait 15 minutes and try again.',
  })
  expect((refused as Refusal).retryAfter).toBeGreaterThan(890)
  expect((refused as Refusal).retryAfter).toBeLessThanOrEqual(900)
})

test('a limit may be another one, and its wait is told in hours', async () => {
  const subject = somebody()
  const limit = { most: 2, minutes: 24 * 60 }
  const count = () => countFailure(database.db, 'pin', subject, limit)
  expect([await count(), await count()]).toEqual([1, 2])
  await expect(count()).rejects.toThrow('Wait 24 hours and try again.')
})

test('a proof holds for its subject until it lapses', async () => {
  const [shown, other] = [somebody(), somebody()]
  await noteProof(database.db, 'pin', shown, 1)
  await noteProof(database.db, 'pin', shown, 1)
  expect(await hasProof(database.db, 'pin', shown)).toBe(true)
  expect(await hasProof(database.db, 'pin', other)).toBe(false)
  expect(await outcome(countFailure(database.db, 'pin', shown))).toBe('allowed')
  await database.db.updateTable('failed_attempt').set({ expire: 1 }).execute()
  expect(await hasProof(database.db, 'pin', shown)).toBe(false)
})

test('tries at once cannot outrun the count, on two instances neither', async () => {
  const subject = somebody()
  const other = connectAgain(database, 10)
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      outcome(countFailure(index % 2 === 0 ? database.db : other.db, 'pin', subject)),
    ),
  )
  await other.drop()
  expect(outcomes.filter((each) => each === 'allowed')).toHaveLength(10)
  expect(outcomes.filter((each) => each === 'too_many_requests')).toHaveLength(50)
})

test('other people and other secrets are not affected', async () => {
  const subject = somebody()
  await fail(10, subject)
  expect(await outcome(countFailure(database.db, 'pin', somebody()))).toBe('allowed')
  expect(await outcome(countFailure(database.db, 'password', subject))).toBe('allowed')
})

test('whoever knows the secret starts anew; a place is forgiven that one try', async () => {
  const [person, place] = [somebody(), somebody()]
  await fail(10, person)
  await clearFailures(database.db, 'pin', person)
  expect(await outcome(countFailure(database.db, 'pin', person))).toBe('allowed')
  await fail(10, place)
  await forgiveFailure(database.db, 'pin', place)
  expect(await outcome(countFailure(database.db, 'pin', place))).toBe('allowed')
  expect(await outcome(countFailure(database.db, 'pin', place))).toBe('too_many_requests')
})

test('after the wait it begins again, and what is over is removed', async () => {
  const [over, running] = [somebody(), somebody()]
  await fail(10, over)
  await database.db.updateTable('failed_attempt').set({ expire: 1 }).execute()
  expect(await outcome(countFailure(database.db, 'pin', over))).toBe('allowed')
  await database.db.updateTable('failed_attempt').set({ expire: 1 }).execute()
  await fail(1, running)
  await removeExpiredFailures(database.db)
  const rows = await database.db.selectFrom('failed_attempt').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.points).toBe(1)
})

test('the database does not learn whom it counts', async () => {
  const subject = somebody()
  await fail(1, subject)
  const rows = await database.db.selectFrom('failed_attempt').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('example.test')
})
