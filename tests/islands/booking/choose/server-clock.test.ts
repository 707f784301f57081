import { beforeEach, expect, test, vi } from 'vitest'
import { serverClock } from '#islands/booking/choose/server-clock.ts'

const NOW = Date.parse('2026-08-04T09:00:00Z')
const HOUR = 3_600_000
/** A header's date may be that much behind. */
const SECOND = 1000

const answering =
  (date: string | null): typeof fetch =>
  async () =>
    new Response('{}', date ? { headers: { Date: date } } : {})

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
test("a browser whose clock is an hour slow counts by the server's", async () => {
  const clock = serverClock(answering(new Date(NOW + HOUR).toUTCString()))
  await clock.send('/api/public/slot-holds/', { method: 'POST' })
  expect(clock.now()).toBe(NOW + HOUR + SECOND)
  vi.setSystemTime(NOW + 5000)
  expect(clock.now()).toBe(NOW + HOUR + SECOND + 5000)
})

test('a hold never seems longer than it is, however late in its second it was answered', async () => {
  const lasts = 600_000
  const expiresAt = NOW + 900 + lasts
  const clock = serverClock(answering(new Date(NOW + 900).toUTCString()))
  await clock.send('/api/public/slot-holds/', { method: 'POST' })
  expect(expiresAt - clock.now()).toBeLessThanOrEqual(lasts)
})

test('an answer that may come from a cache is not believed', async () => {
  const clock = serverClock(answering(new Date(NOW - HOUR).toUTCString()))
  await clock.send('/api/public/weekly-availability/', { method: 'GET' })
  expect(clock.now()).toBe(NOW)
})

test("without a date the browser's own clock counts", async () => {
  const clock = serverClock(answering(null))
  await clock.send('/api/public/slot-holds/', { method: 'POST' })
  expect(clock.now()).toBe(NOW)
})
