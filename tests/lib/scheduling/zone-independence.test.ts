import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const CLINIC_WEEK = fileURLToPath(new URL('./clinic-week.ts', import.meta.url))

/** A week of slots as a server prints it that runs in the given time zone. */
function weekOnServerIn(TZ: string): { serverOffset: number; week: unknown } {
  const answer = execFileSync(process.execPath, [CLINIC_WEEK], {
    encoding: 'utf8',
    env: { ...process.env, TZ },
  })
  return JSON.parse(answer)
}

it('answers the same wherever the server stands', () => {
  const utc = weekOnServerIn('UTC')
  // The week is not an empty one, and the night shift of 25 October has its tenth hour.
  expect(utc.week).toMatchObject({
    dates: expect.arrayContaining(['2026-10-24', '2026-10-25']),
    hours: { '2026-10-24': 10, '2026-10-23': 9 },
  })
  const elsewhere = [
    'Europe/London',
    'America/Los_Angeles',
    'Pacific/Kiritimati',
    'Australia/Lord_Howe',
  ].map(weekOnServerIn)
  // The servers did stand elsewhere: otherwise the test shows nothing.
  expect(elsewhere.map(({ serverOffset }) => serverOffset)).toEqual([0, 480, -840, -660])
  for (const { week } of elsewhere) expect(week).toEqual(utc.week)
})
