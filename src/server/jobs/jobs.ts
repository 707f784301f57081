import { setTimeout as wait } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { CONNECT_MS, DatabaseClient } from '../database/database-client.ts'
import { JOB_SCHEMA, QUEUE_POLICY } from '../database/job-schema.ts'

const jobNames = [
  'audit.seal',
  'duplicates.changed',
  'duplicates.search',
  'duplicates.nightly',
  'messages.send',
  'orphaned.ask',
  'retention.nightly',
  'waiting_list.offer',
  'waiting_list.look',
  'webhooks.send',
] as const
type JobName = (typeof jobNames)[number]

type Work = {
  run: (ending: AbortSignal) => Promise<void>
  /** Five fields of cron, by the clinic's clock. */
  cron?: string
}

export type Jobs = {
  /** Sent twice before it begins, a job runs once. */
  send: (name: JobName) => Promise<void>
  work: (work: Record<JobName, Work>, timeZone: string) => Promise<void>
  close: () => Promise<void>
}

const LONGEST_SECONDS = 120
const GOODBYE_MS = 10_000
const CONNECTIONS = 2
const TRY_AGAIN_MS = 5_000
/** While the database is away, queues cause two faults a second. */
const REPORT_EVERY_MS = 60_000

/** A queue in its own schema of the database (docs/decisions/0031), opened when needed. */
export function createJobs(databaseUrl: string, log: Logger): Jobs {
  const ending = new AbortController()
  let started: Promise<PgBoss> | undefined
  const fault = throttle(REPORT_EVERY_MS, (error, suppressed) =>
    log.warn({ err: error, suppressed }, 'background work; it is tried again'),
  )

  const start = async () => {
    const connection = {
      // The queue's pool accepts it, although its types do not.
      Client: DatabaseClient,
      connectionString: databaseUrl,
    }
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({
      ...connection,
      schema: JOB_SCHEMA,
      migrate: false,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'carelane jobs',
    })
    boss.on('error', fault)
    try {
      await boss.start()
      await makeQueues(boss)
    } catch (error) {
      // Half of it may run already: another try makes a new one.
      await boss.stop({ graceful: false }).catch(fault)
      throw error
    }
    return boss
  }
  const makeQueues = async (boss: PgBoss) => {
    for (const name of jobNames) {
      await boss.createQueue(name, {
        policy: QUEUE_POLICY,
        expireInSeconds: LONGEST_SECONDS,
        deleteAfterSeconds: 24 * 60 * 60,
        retryLimit: 3,
        retryDelay: 30,
      })
    }
  }
  const opened = () => {
    started ??= start().catch((error: unknown) => {
      started = undefined
      throw error
    })
    return started
  }

  const take = async (boss: PgBoss, work: Record<JobName, Work>, timeZone: string) => {
    for (const name of jobNames) {
      const { run, cron } = work[name]
      await boss.offWork(name)
      await boss.work(name, async () => {
        if (!ending.signal.aborted) await run(ending.signal)
      })
      if (cron) await boss.schedule(name, cron, null, { tz: timeZone })
    }
  }

  return {
    async send(name) {
      const boss = await opened()
      await boss.send(name)
    },
    async work(work, timeZone) {
      while (!ending.signal.aborted) {
        try {
          return await take(await opened(), work, timeZone)
        } catch (error) {
          fault(error)
          await wait(TRY_AGAIN_MS, undefined, { signal: ending.signal }).catch(() => undefined)
        }
      }
    },
    async close() {
      ending.abort()
      const boss = await started?.catch(() => undefined)
      await boss?.stop({ graceful: true, timeout: GOODBYE_MS })
    },
  }
}

/** Reports at once, then at most every `everyMs` with the number of what happened in between. */
export function throttle<T>(
  everyMs: number,
  run: (what: T, suppressed: number) => void,
): (what: T) => void {
  let last = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return (what) => {
    const now = performance.now()
    if (now - last < everyMs) suppressed += 1
    else {
      run(what, suppressed)
      last = now
      suppressed = 0
    }
  }
}
