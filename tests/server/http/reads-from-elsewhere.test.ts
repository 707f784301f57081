import { describe, expect, test } from 'vitest'
import { runTestServer } from '../test-server.ts'
import { expectErrorShape } from './expect-clean.ts'
import { call, operations, sampleOf } from './operation-samples.ts'

const server = await runTestServer()

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
  test('from another site is a 403 and leaves no trace, from an address that somebody types is answered', async () => {
    const sample = await sampleOf(server, key)
    const from = (site: string) =>
      call(server, key, sample, { headers: { 'Sec-Fetch-Site': site } })
    const before = await traces()
    for (const site of ['cross-site', 'same-site']) {
      const answer = await from(site)
      expect(answer.outcome, site).toBe('403 not_allowed')
      expectErrorShape(answer, site)
    }
    expect(await traces()).toEqual(before)
    expect((await from('none')).status).toBe(200)
  })
})
