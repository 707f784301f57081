import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockAt, monthAndYear, plainDateAt } from '#lib/dates/format-date-time.ts'
import { instantAt } from '#lib/dates/instant-at.ts'
import { toInstant } from '#lib/scheduling/clinic-time.ts'

describe('the instant of a wall clock', () => {
  test.each([
    ['2026-08-06', '09:30', 'Europe/London', '2026-08-06T08:30:00.000Z'],
    ['2026-12-06', '00:00', 'Europe/London', '2026-12-06T00:00:00.000Z'],
    // The clock skips this hour: it moves forward.
    ['2027-03-28', '01:30', 'Europe/London', '2027-03-28T01:30:00.000Z'],
    // It shows this one twice: the first.
    ['2026-10-25', '01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
    ['2026-08-06', '23:45', 'Pacific/Auckland', '2026-08-06T11:45:00.000Z'],
  ])('%s %s in %s is %s', (date, time, zone, instant) => {
    expect(instantAt(date, time, zone)).toBe(instant)
  })

  test('is the one that the server finds, in any zone on any day', () => {
    const zones = [
      'Europe/London',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'UTC',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2024-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }),
        fc.nat({ max: 287 }),
        (zone, day, mark) => {
          const date = day.toISOString().slice(0, 10)
          const time = new Date(mark * 300_000).toISOString().slice(11, 16)
          expect(instantAt(date, time, zone)).toBe(
            new Date(toInstant(date, time, zone)).toISOString(),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is shown as it was typed', () => {
    const instant = instantAt('2026-08-06', '09:05', 'Europe/London')
    expect([plainDateAt(instant, 'Europe/London'), clockAt(instant, 'Europe/London')]).toEqual([
      '2026-08-06',
      '09:05',
    ])
  })
})

test('a month is named with its year', () => {
  expect(monthAndYear('2026-09-01')).toBe('September 2026')
})
