import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { createLog } from '#server/log/log.ts'
import { eventually } from '../../eventually.ts'
import { briefFolder } from '../brief-folder.ts'
import type { TestDatabase } from '../test-database.ts'
import {
  addDemoPeople,
  type ProviderServer,
  startClient,
  startProvider,
} from './provider-server.ts'
import { isSignInPage, signIn } from './sign-in.ts'
import { type Page, Visitor } from './visitor.ts'

/* The database goes away while somebody signs in, and comes back. */

let dataDir: string
let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let database: TestDatabase
let server: ProviderServer
let lines: string[]

beforeAll(async () => {
  dataDir = briefFolder('sign-in')
  postgres = await startPrivatePostgres({ dataDir, log: () => undefined })
  const db = connect(postgres.url, { poolSize: 4, onError: () => undefined })
  database = { url: postgres.url, db, drop: () => db.destroy() }
  await migrate(db)
  await addDemoPeople(db)
  lines = []
  server = await startProvider({
    database,
    log: createLog('error', { write: (line) => void lines.push(line) }),
  })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const atCallback = (url: URL) => url.pathname === '/callback'

function expectUnavailable(page: Page) {
  expect(page.status).toBe(503)
  expect(page.headers.get('Retry-After')).toBe('5')
  expect(page.text).toContain('Sign-in is unavailable at the moment')
  expect(page.text).not.toMatch(/ECONN|127\.0\.0\.1:|\.ts|\.js:|node_modules/)
}

test('while the database is away every page says so, and afterwards the sign-in goes on', async () => {
  const client = await startClient(server)
  const { address, finish } = await client.begin()
  const visitor = new Visitor()
  const page = await visitor.open(address, atCallback)
  const signedIn = await client.begin()
  const other = await signIn(server.url, 'admin', { start: signedIn.address })

  await postgres.stop()
  const silent = await client.begin({ prompt: 'none' })
  for (const each of [
    await new Visitor().open(address),
    await visitor.open(page.url),
    await visitor.send(page, { person: 'patient' }),
    await visitor.send(page, { email: 'patient@example.test', password: 'carelane-demo' }),
    await other.visitor.open(silent.address),
    await other.visitor.open(`${server.url}/idp/session/end`),
  ]) {
    expectUnavailable(each)
  }
  await expect(signedIn.finish(other.page.url)).rejects.toMatchObject({
    cause: { status: 503 },
  })
  const routes = lines.map((line) => JSON.parse(line))
  for (const { requestId, method, route } of routes) {
    expect([requestId, method, route]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^(GET|POST)$/),
      expect.stringMatching(/^\/idp\/(auth|interaction|session|token)$/),
    ])
  }
  expect(new Set(routes.map(({ route }) => route)).size).toBeGreaterThan(2)
  expect(lines.join()).not.toMatch(/example\.test|code=|carelane-demo"/)

  postgres = await startPrivatePostgres({
    dataDir,
    port: Number(new URL(postgres.url).port),
    log: () => undefined,
  })
  await eventually(
    async () => expect(isSignInPage(await visitor.open(page.url, atCallback))).toBe(true),
    { interval: 50 },
  )
  const answer = await visitor.send(page, { person: 'patient' }, atCallback)
  expect((await finish(answer.url)).claims()?.sub).toBe('patient')
  expect((await signedIn.finish(other.page.url)).claims()?.sub).toBe('admin')
})
