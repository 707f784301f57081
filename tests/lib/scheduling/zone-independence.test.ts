import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { some } from '../../amount.ts'

const CLINIC_WEEK = fileURLToPath(new URL('./clinic-week.ts', import.meta.url))

/** A week of slots as a server prints it that runs in the given time zone. */
function weekOnServerIn(TZ: string): { serverOffset: number; week: unknown } {
  const answer = execFileSync(process.execPath, [CLINIC_WEEK], {
    encoding: 'utf8',
    env: { ...process.env, TZ },
  })
  return JSON.parse(answer)
}

const ELSEWHERE = [
  { TZ: 'Pacific/Kiritimati', serverOffset: -840 },
  { TZ: 'America/Los_Angeles', serverOffset: 480 },
  { TZ: 'Europe/London', serverOffset: 0 },
  { TZ: 'Australia/Lord_Howe', serverOffset: -660 },
]

it('answers the same wherever the server stands', () => {
  const utc = weekOnServerIn('UTC')
  // The week is not an empty one, and the night shift of 25 October has its tenth hour.
  expect(utc.week).toMatchObject({
    dates: expect.arrayContaining(['2026-10-24', '2026-10-25']),
    hours: { '2026-10-24': 10, '2026-10-23': 9 },
  })
  for (const { TZ, serverOffset } of some(ELSEWHERE, 2)) {
    const there = weekOnServerIn(TZ)
    // The server did stand elsewhere: otherwise the test shows nothing.
    expect(there.serverOffset).toBe(serverOffset)
    expect(there.week).toEqual(utc.week)
  }
})
