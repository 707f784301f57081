import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { isDatabaseAway } from '#server/database/failures.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { isFull, some } from '../amount.ts'
import { eventually } from '../eventually.ts'
import { expectErrorShape } from './http/expect-clean.ts'
import { call, makeSample, operations, type Sample } from './http/operation-samples.ts'
import { startOnOwnPostgres } from './own-postgres.ts'
import { type Answer, send } from './send.ts'
import { startTestServer } from './test-server.ts'

/* The database goes away and comes back while the server runs. */

/** Nobody waits for ever. The limits are some seconds, and a busy machine takes longer to notice. */
const PATIENCE_MS = 30_000
// It is some hundred calls, each of which may take that long.
const PATIENCE_OF_ALL_CALLS_MS = 600_000

const own = await startOnOwnPostgres('faults')
const server = own.server
afterAll(() => own.stop())

/** Asks the database itself, because the answer about readiness is kept for a second. */
const isBack = () => eventually(() => sql`select`.execute(server.services.db), { interval: 50 })

const timed = async (work: Promise<Answer>) => {
  const started = performance.now()
  const answer = await work
  return { answer, took: performance.now() - started }
}

// Nothing is asked of the database for these.
const WITHOUT_DATABASE = /addresses/

test(
  'while the database is stopped what needs it is a 503 in time, and afterwards all is well',
  async () => {
    const samples: [(typeof operations)[number][0], Sample][] = []
    // Where a window goes to sign in or out is another matter: see the tests of signing in.
    const kept = operations.filter(([, { status }]) => status !== 302)
    for (const [key] of some(kept, 20)) samples.push([key, await makeSample(server, key)])
    expect(await health('/healthz/ready')).toEqual([200, { status: 'ok', database: 'up' }])

    await own.stopPostgres()
    expect(await health('/healthz')).toEqual([200, { status: 'ok' }])
    await eventually(async () => {
      const away = { status: 'unavailable', database: 'away' }
      expect(await health('/healthz/ready')).toEqual([503, away])
    }, PATIENCE)
    for (const [key, sample] of samples) {
      const { answer, took } = await timed(call(server, key, sample))
      expect(took, key).toBeLessThan(PATIENCE_MS)
      if (WITHOUT_DATABASE.test(key)) expect(answer.status, key).toBe(200)
      else {
        expect(answer.outcome, key).toBe('503 unavailable')
        expect(answer.headers.get('Retry-After')).toBe('5')
        expectErrorShape(answer, key)
      }
    }

    await own.startPostgres()
    await isBack()
    for (const [key, sample] of samples) {
      const answer = await call(server, key, sample)
      expect(answer.status, `${key}: ${answer.text}`).toBeLessThan(300)
    }
  },
  PATIENCE_OF_ALL_CALLS_MS,
)

const health = async (path: string) => {
  const { status, body } = await send(server, 'GET', path)
  return [status, body]
}

test('a database that is killed in the middle of calls gives 503 or answers, and comes back by itself', async () => {
  const samples = await Promise.all(
    Array.from({ length: 20 }, () => makeSample(server, 'POST public/appointments/')),
  )
  const asked = samples.map((sample) => timed(call(server, 'POST public/appointments/', sample)))
  const killed = own.postmaster()
  process.kill(killed, 'SIGKILL')
  for (const { answer, took } of await Promise.all(asked)) {
    expect(answer.outcome).toMatch(/^(201|503 unavailable)$/)
    expect(took).toBeLessThan(PATIENCE_MS)
  }
  // A connection outlives its killed postmaster for a moment.
  await eventually(() => expect(own.postmaster()).not.toBe(killed))
  await isBack()
  // What was answered is kept, and what was not can be asked again.
  for (const sample of samples) {
    const again = await call(server, 'POST public/appointments/', sample)
    expect(again.outcome).toMatch(/^(201|409 (conflict|slot_taken))$/)
  }
})

test.runIf(isFull)(
  'work that waited is done once when it is back, and the log is not filled with its being away',
  async () => {
    const done = { 'duplicates.changed': 0, 'duplicates.search': 0, 'duplicates.nightly': 0 }
    const count = (name: keyof typeof done) => ({
      run: async () => {
        done[name] += 1
      },
    })
    const work = {
      'audit.seal': { run: async () => undefined },
      'duplicates.changed': count('duplicates.changed'),
      'duplicates.search': count('duplicates.search'),
      'duplicates.nightly': count('duplicates.nightly'),
      'messages.send': { run: async () => undefined },
      'orphaned.ask': { run: async () => undefined },
      'retention.nightly': { run: async () => undefined },
      'waiting_list.offer': { run: async () => undefined },
      'waiting_list.look': { run: async () => undefined },
      'webhooks.send': { run: async () => undefined },
    }
    const [asking, working] = [instance(), instance()]
    const ask = async () => {
      await asking.jobs.send('duplicates.changed')
      await asking.jobs.send('duplicates.changed')
      await asking.jobs.send('duplicates.search')
    }

    // Nobody has taken work on when it goes away.
    await ask()
    await own.stopPostgres()
    const refused = await asking.jobs.send('duplicates.nightly').catch((error: unknown) => error)
    expect(isDatabaseAway(refused)).toBe(true)
    const takenOn = working.jobs.work(work, 'Europe/London')
    await eventually(() => expect(working.told).toHaveLength(1), PATIENCE)
    await own.startPostgres()
    await takenOn
    await eventually(async () => expect(await undone()).toEqual([]), PATIENCE)
    expect(done).toEqual({
      'duplicates.changed': 1,
      'duplicates.search': 1,
      'duplicates.nightly': 0,
    })

    // Those at work ask it again and again for something to do.
    await own.stopPostgres()
    await own.startPostgres()
    await eventually(ask, PATIENCE)
    await eventually(() => expect(done).toMatchObject({ 'duplicates.search': 2 }), PATIENCE)
    expect(asking.told.length).toBeLessThanOrEqual(1)
    expect(working.told).toHaveLength(1)

    await asking.jobs.close()
    await working.jobs.close()
  },
)

/** The background work of another instance, and what its log is told. */
function instance() {
  const told: string[] = []
  const log = { warn: (_: object, text: string) => told.push(text) } as unknown as Logger
  return { jobs: createJobs(own.url, log), told }
}

const PATIENCE = { interval: 50 }

async function undone(): Promise<unknown[]> {
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state from job_queue.job
    where name like 'duplicates.%' and state <> 'completed'`.execute(server.database.db)
  return rows
}

describe('a database that takes connections and says nothing', () => {
  test('is a 503 in time', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const url = `postgresql://carelane:none@127.0.0.1:${port}/carelane`
    const db = connect(url, { poolSize: 2, onError: () => undefined })
    const deaf = await startTestServer({ database: { url, db, drop: () => db.destroy() } })
    try {
      const health = timed(send(deaf, 'GET', '/healthz/ready'))
      const asked = [
        health,
        ...Array.from({ length: 5 }, () => timed(send(deaf, 'GET', '/api/public/gpsurgeries/'))),
      ]
      for (const { answer, took } of await Promise.all(asked)) {
        expect(answer.status).toBe(503)
        expect(took).toBeLessThan(PATIENCE_MS)
      }
      expect((await health).took).toBeLessThan(PATIENCE_MS)
    } finally {
      await deaf.stop()
      for (const socket of sockets) socket.destroy()
      silent.close()
      await db.destroy()
    }
  })
})
