import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createFaultReports } from '#server/log/fault-reports.ts'
import { createLog } from '#server/log/log.ts'
import { type Report, startIngest } from '../../../e2e/error-ingest.ts'
import { version } from '../../../package.json'
import { eventually } from '../../eventually.ts'
import { guestDetails } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { startTestServer, testSettings } from '../test-server.ts'

const ingest = await startIngest()
const server = await startTestServer({
  environment: {
    ERROR_REPORTING_DSN: `http://errors@${ingest.host}/7`,
    ENVIRONMENT: 'test',
  },
})
afterAll(async () => {
  await server.stop()
  await ingest.stop()
})
beforeEach(() => {
  ingest.reports.length = 0
})

const PERSON = {
  ...guestDetails(),
  first_name: 'Wilhelmina',
  last_name: 'Featherstonehaugh',
  email: 'wilhelmina@private.example',
  nhs_number: '9434765919',
}
const PRIVATE =
  /Wilhelmina|Featherstonehaugh|private\.example|9434765919|Cormorant|guest-token|session=/

/** The one report, without what differs each time. */
async function onlyReport(): Promise<Report> {
  await eventually(() => expect(ingest.reports).toHaveLength(1))
  const [{ event_id, timestamp, sdk, ...report } = {}] = ingest.reports
  expect([typeof event_id, typeof timestamp, typeof sdk]).toEqual(['string', 'number', 'object'])
  return report
}

const toFrames = (file: string) => ({
  stacktrace: {
    frames: expect.arrayContaining([
      {
        filename: file,
        function: expect.any(String),
        lineno: expect.any(Number),
        colno: expect.any(Number),
        in_app: true,
      },
    ]),
  },
})

test('a fault is reported by method, route, class, stack and version, and by nothing of the request', async () => {
  const { suggest } = server.services.addresses
  server.services.addresses.suggest = () => {
    const cause = new RangeError('Wilhelmina is out of range')
    throw new TypeError('No room for Featherstonehaugh', { cause })
  }
  const path = '/api/public/addresses/autocomplete/17%20Cormorant%20Crescent/'
  const answer = await send(server, 'GET', path, {
    headers: { 'Guest-User-Access-Token': 'guest-token', Cookie: 'carelane-session=somebody' },
  })
  server.services.addresses.suggest = suggest
  expect(answer.status).toBe(500)
  const report = await onlyReport()
  expect(report).toEqual({
    platform: 'node',
    level: 'error',
    environment: 'test',
    release: `carelane@${version}`,
    transaction: 'GET /api/public/addresses/autocomplete/:query',
    exception: {
      values: [
        {
          type: 'RangeError',
          value: '',
          ...toFrames('tests/server/log/fault-reports.test.ts'),
        },
        {
          type: 'TypeError',
          value: '',
          ...toFrames('tests/server/log/fault-reports.test.ts'),
        },
      ],
    },
  })
  expect(JSON.stringify(ingest.reports)).not.toMatch(PRIVATE)
})

test('of a row that PostgreSQL refused, which it quotes, nothing is reported', async () => {
  await sql`alter table person add constraint nobody_so_called
    check (last_name <> 'Featherstonehaugh') not valid`.execute(server.database.db)
  const answer = await send(server, 'POST', '/api/public/users/', { body: PERSON })
  expect(answer.status).toBe(500)
  expect(await onlyReport()).toMatchObject({
    transaction: 'POST /api/public/users',
    exception: { values: [{ type: 'error', value: '' }] },
  })
  expect(JSON.stringify(ingest.reports)).not.toMatch(PRIVATE)
})

test('what is refused, and what the database cannot do now, is not reported', async () => {
  const { suggest } = server.services.addresses
  server.services.addresses.suggest = () => {
    throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  }
  const away = await send(server, 'GET', '/api/public/addresses/autocomplete/Crescent/')
  server.services.addresses.suggest = suggest
  const missing = await send(server, 'GET', '/api/public/nothing-here/')
  const invalid = await send(server, 'POST', '/api/public/users/', { body: { dob: 'never' } })
  expect([away.status, missing.status, invalid.status]).toEqual([503, 404, 400])
  // Reports leave in the order in which they are made.
  server.services.faults.report(new Error('The last one'), { method: 'GET', route: '/last' })
  expect(await onlyReport()).toMatchObject({ transaction: 'GET /last' })
})

test('what is under way is sent before the process ends', async () => {
  const settings = testSettings({ ERROR_REPORTING_DSN: `http://errors@${ingest.host}/7` })
  const faults = createFaultReports(settings, createLog('silent'))
  faults.report(new Error('At the end'), { method: 'GET', route: '/' })
  await faults.close()
  expect(ingest.reports).toHaveLength(1)
})

test.each([
  ['is not loaded without the setting', {}, 0],
  [
    'is loaded with it, and where it cannot be the server goes on',
    { ERROR_REPORTING_DSN: 'https://key@errors.example/1' },
    1,
  ],
])('the library that reports %s', async (_, environment: Record<string, string>, times) => {
  const load = vi.fn(() => {
    throw new Error('It cannot be read.')
  })
  vi.doMock('@sentry/astro', load)
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const faults = createFaultReports(testSettings(environment), log)
  faults.report(new Error('A fault'), { method: 'GET', route: '/' })
  await faults.close()
  vi.doUnmock('@sentry/astro')
  expect([load.mock.calls.length, lines.length]).toEqual([times, times])
})
