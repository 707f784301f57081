import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterEach, expect, test, vi } from 'vitest'
import { JOB_SCHEMA, migrateJobQueue } from '#server/database/job-schema.ts'
import { createJobs, type Jobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log/log.ts'
import { isFull } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db, runtimeUrl } = server.database
const started: Jobs[] = []
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.close()
})

type Work = Parameters<Jobs['work']>[0]

/** A process whose work is only to send messages. */
async function startProcess(send: () => Promise<void>): Promise<Jobs> {
  const jobs = createJobs(runtimeUrl ?? '', createLog('silent'))
  started.push(jobs)
  const none = { run: async () => undefined }
  const work = new Proxy({} as Work, {
    get: (_, name) => (name === 'messages.send' ? { run: send } : none),
  })
  await jobs.work(work, 'Europe/London')
  return jobs
}

const jobsIn = async (state: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(`${JOB_SCHEMA}.job`)}
    where name = 'messages.send' and state::text = ${state}`.execute(db)
  return rows
}

/** Two polls of a worker, and room for a busy machine. */

test('a job that is at work, or was lost with its process, holds nobody up', async () => {
  let finish = () => undefined as undefined
  const first = await startProcess(
    () =>
      new Promise((resolve) => {
        finish = () => void resolve(undefined)
      }),
  )
  await first.send('messages.send')
  await eventually(async () => expect(await jobsIn('active')).toHaveLength(1))
  const [atWork] = await jobsIn('active')

  // What looks after the queue notes what is at work just now, and new processes read that.
  const keeper = new PgBoss({
    connectionString: runtimeUrl ?? '',
    schema: JOB_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await keeper.start()
  await keeper.supervise('messages.send')
  await keeper.stop()
  // Asked for twice, it waits once.
  await first.send('messages.send')
  await first.send('messages.send')
  expect(await jobsIn('created')).toHaveLength(1)
  const sent = vi.fn(async () => undefined)
  await startProcess(sent)
  await eventually(() => expect(sent).toHaveBeenCalledOnce())
  expect(await jobsIn('active')).toContainEqual(atWork)
  finish()
})

test.runIf(isFull)(
  'a queue of an earlier version, which counted those at work, counts them no more',
  async () => {
    const policies = async () => {
      const { rows } = await sql<{ policy: string }>`
      select distinct policy from ${sql.table(`${JOB_SCHEMA}.queue`)}
      where name like 'messages%'`.execute(db)
      return rows.map(({ policy }) => policy)
    }
    await sql`
    update ${sql.table(`${JOB_SCHEMA}.queue`)}
    set policy = 'stately', singletons_active = array[null::text]
    where name like 'messages%'`.execute(db)
    await migrateJobQueue(db)
    expect(await policies()).toEqual(['short'])
    const sent = vi.fn(async () => undefined)
    const jobs = await startProcess(sent)
    expect(await policies()).toEqual(['short'])
    await jobs.send('messages.send')
    await eventually(() => expect(sent).toHaveBeenCalled())
  },
)
