import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { isDatabaseAway } from '#server/database/failures.ts'
import { createWebServer } from '#server/web/web-server.ts'
import { some } from '../amount.ts'
import { eventually } from '../eventually.ts'
import { installCarelane, signalWithChildren, WITHOUT_DEMONSTRATION } from './carelane-process.ts'
import { expectErrorShape } from './http/expect-clean.ts'
import { call, makeSample, operations } from './http/operation-samples.ts'
import { startOnOwnPostgres } from './own-postgres.ts'
import { openLive } from './schedule/live-socket.ts'
import { send } from './send.ts'
import { addClinicianUser, addSignedIn } from './signed-in.ts'

/* PostgreSQL is stopped with SIGSTOP: its connections stay open, and nothing on them is answered. */

/** Nobody waits for ever. The limits are some seconds, and a busy machine takes longer to notice. */
const PATIENCE_MS = 30_000
const PATIENCE = { interval: 50 }

const own = await startOnOwnPostgres('silent')
const server = own.server
afterEach(resume)
afterAll(() => own.stop())

const silence = () => signalWithChildren(own.postmaster(), 'SIGSTOP')
function resume() {
  signalWithChildren(own.postmaster(), 'SIGCONT')
}

async function timely<T>(what: string, work: Promise<T>): Promise<T> {
  const started = performance.now()
  const answer = await work
  expect(performance.now() - started, what).toBeLessThan(PATIENCE_MS)
  return answer
}

const isBack = (at: { url: string }) =>
  eventually(async () => {
    const { text } = await send(at, 'GET', '/healthz/ready')
    expect(text).toBe('{"status":"ok","database":"up"}')
  }, PATIENCE)

// Nothing is asked of the database for these.
const WITHOUT_DATABASE = /addresses/

test('calls are a 503 in time, and works again once the database does', async () => {
  const { headers } = await addClinicianUser(server, ['clinic.view_appointment'])
  const booking = await makeSample(server, 'POST public/appointments/')
  const kept = some(
    operations.filter(([, { status }]) => status !== 302),
    20,
  )
  const samples = []
  for (const [key] of kept) samples.push({ key, sample: await makeSample(server, key) })
  await isBack(server)

  silence()
  const live = timely('live', openLive(server, headers).catch(String))
  const job = timely(
    'job',
    server.services.jobs.send('duplicates.changed').catch((error: unknown) => error),
  )
  const answers = samples.map(async ({ key, sample }) => {
    const answer = await timely(key, call(server, key, sample))
    if (WITHOUT_DATABASE.test(key)) return expect(answer.status, key).toBe(200)
    expect(answer.outcome, key).toBe('503 unavailable')
    expect(answer.headers.get('Retry-After'), key).toBe('5')
    expectErrorShape(answer, key)
  })
  expect((await timely('alive', send(server, 'GET', '/healthz'))).text).toBe('{"status":"ok"}')
  await Promise.all(answers)
  expect(await live).toContain('503')
  expect(isDatabaseAway(await job)).toBe(true)
  await eventually(async () => {
    const ready = await timely('ready', send(server, 'GET', '/healthz/ready'))
    expect([ready.status, ready.text]).toEqual([503, '{"status":"unavailable","database":"away"}'])
    expect(ready.headers.get('Retry-After')).toBe('5')
  }, PATIENCE)

  resume()
  await isBack(server)
  expect((await call(server, 'POST public/appointments/', booking)).status).toBe(201)
  const again = await openLive(server, headers)
  again.socket.terminate()
  await eventually(() => server.services.jobs.send('duplicates.changed'), PATIENCE)
})

test('a statement that takes long is waited for while the database answers', async () => {
  const { rows } = await sql<{ done: boolean }>`
    select pg_sleep(5) is not null as done`.execute(server.database.db)
  expect(rows).toEqual([{ done: true }])
})

describe.skipIf(!existsSync('dist/server/entry.mjs'))('a page', () => {
  test('says that it is unavailable, with files as ever', async () => {
    const { headers } = await addSignedIn(server, { person: { is_superuser: true } })
    const web = await createWebServer(server.services, createApp(server.services))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const at = { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}` }
    silence()
    const page = timely('page', send(at, 'GET', '/services'))
    // An outage is no sign-out.
    for (const path of ['/admin/groups', '/user/profile', '/clinic/schedule/staff', '/login']) {
      const closed = await timely(path, send(at, 'GET', path, { headers }))
      expect(closed.status, path).toBe(503)
      expect(closed.text, path).toContain('Unavailable at the moment')
    }
    expect((await timely('file', send(at, 'GET', '/favicon.svg'))).status).toBe(200)
    expect((await page).status).toBe(503)
    expect((await page).headers.get('Retry-After')).toBe('30')
    resume()
    await eventually(
      async () => expect((await send(at, 'GET', '/services')).status).toBe(200),
      PATIENCE,
    )
    await new Promise((resolve) => web.close(resolve))
  })
})

describe('the process', () => {
  test('stops when it is told to, having answered what was asked', async () => {
    const installation = await installCarelane()
    try {
      const carelane = await installation.startReady({
        ...WITHOUT_DEMONSTRATION,
        DATABASE_URL: own.url,
      })
      silence()
      const asked = send(carelane, 'GET', '/api/public/gpsurgeries/')
      expect((await send(carelane, 'GET', '/')).text).toBe('a page')
      const started = performance.now()
      carelane.child.kill('SIGTERM')
      expect((await asked).outcome).toBe('503 unavailable')
      expect(await carelane.ended).toBe(0)
      expect(performance.now() - started).toBeLessThan(PATIENCE_MS)
    } finally {
      resume()
      await installation.remove()
    }
  })
})
