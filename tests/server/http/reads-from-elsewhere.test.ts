import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { expectErrorShape } from './expect-clean.ts'
import { call, operations, sampleOf } from './operation-samples.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const reads = operations
  .filter(([key, { audience }]) => key.startsWith('GET ') && /private|admin/.test(audience))
  .map(([key]) => key)

/** Everything that reading leaves behind. */
async function traces() {
  const { db } = server.database
  const [lines, tries] = await Promise.all([
    db.selectFrom('audit_event').select('sequence').execute(),
    db.selectFrom('failed_attempt').select('key').execute(),
  ])
  return [lines.length, tries.length]
}

describe.each(reads)('%s', (key) => {
  test.each(['cross-site', 'same-site'])('from %s is a 403, and leaves no trace', async (site) => {
    const sample = await sampleOf(server, key)
    const before = await traces()
    const answer = await call(server, key, sample, { headers: { 'Sec-Fetch-Site': site } })
    expect(answer.outcome).toBe('403 not_allowed')
    expectErrorShape(answer, site)
    expect(await traces()).toEqual(before)
  })

  test('from an address that somebody types is answered', async () => {
    const sample = await sampleOf(server, key)
    const answer = await call(server, key, sample, { headers: { 'Sec-Fetch-Site': 'none' } })
    expect(answer.status).toBe(200)
  })
})
