import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverClock } from '#islands/booking/server-clock.ts'

const NOW = Date.parse('2026-08-04T09:00:00Z')
const HOUR = 3_600_000

const answering =
  (date: string | null): typeof fetch =>
  async () =>
    new Response('{}', date ? { headers: { Date: date } } : {})

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test("a browser whose clock is an hour slow counts by the server's", async () => {
  const clock = serverClock(answering(new Date(NOW + HOUR).toUTCString()))
  await clock.send('/api/public/slot-holds/', { method: 'POST' })
  expect(clock.now()).toBe(NOW + HOUR)
  vi.setSystemTime(NOW + 5000)
  expect(clock.now()).toBe(NOW + HOUR + 5000)
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
