import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isFull } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database

const ready = async () => {
  const { status, body } = await send(server, 'GET', '/healthz/ready')
  return [status, body]
}

test.runIf(isFull)(
  'a check that gets no answer is one check, and a 503 to all who ask meanwhile',
  async () => {
    await db.transaction().execute(async (tx) => {
      await sql`lock table write_check`.execute(tx)
      const answers = await Promise.all(Array.from({ length: 30 }, ready))
      const away = [503, { status: 'unavailable', database: 'away' }]
      expect(answers).toEqual(Array.from({ length: 30 }, () => away))
      const { rows } = await sql<{ checks: number }>`
      select count(*) as checks from pg_stat_activity
      where datname = current_database() and query like 'select check_writable%'
        and state = 'active'`.execute(tx)
      expect(rows).toEqual([{ checks: 1 }])
    })
    await eventually(async () =>
      expect(await ready()).toEqual([200, { status: 'ok', database: 'up' }]),
    )
  },
)

test('what a check writes is taken back', async () => {
  for (let time = 0; time < 5; time += 1) await sql`select check_writable()`.execute(db)
  const { rows } = await sql`
    select (select count(*) from write_check) as rows, pg_table_size('write_check') as bytes`.execute(
    db,
  )
  expect(rows).toEqual([{ rows: 0, bytes: expect.any(Number) }])
  expect((rows[0] as { bytes: number }).bytes).toBeLessThanOrEqual(8192)
})
