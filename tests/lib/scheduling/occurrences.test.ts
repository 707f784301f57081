import { describe, expect, it } from 'vitest'
import { type AvailabilityRule, expandOccurrences } from '#lib/scheduling/recurrence.ts'

const daily: AvailabilityRule = {
  startDate: '2026-10-24',
  startTime: '09:00',
  endTime: '17:30',
  recurring: true,
  recurringUntil: '2026-10-26',
  repeatEvery: 1,
  freq: 3,
  weekdays: [],
  months: [],
  exceptBankHolidays: false,
  exceptHolidayDates: true,
  exceptions: [],
}

/** The occurrences in UTC, to the minute. */
function ranges(changes: Partial<AvailabilityRule>, zone = 'Europe/London') {
  const text = (instant: number) => new Date(instant).toISOString().slice(5, 16)
  return expandOccurrences({ ...daily, ...changes }, zone).map(
    ({ date, start, end }) => `${date}: ${text(start)} to ${text(end)}`,
  )
}

describe('working hours as instants', () => {
  it('runs from midnight to midnight through all 25 hours', () => {
    expect(ranges({ startTime: '00:00', endTime: '00:00' })[1]).toBe(
      '2026-10-25: 10-24T23:00 to 10-26T00:00',
    )
  })

  it('moves hours that the clock skips forward, and leaves out what shrinks to nothing', () => {
    const spring = { startDate: '2026-03-29', recurring: false }
    expect(ranges({ ...spring, startTime: '01:10', endTime: '01:40' })).toEqual([
      '2026-03-29: 03-29T01:10 to 03-29T01:40',
    ])
    expect(ranges({ ...spring, startTime: '01:30', endTime: '02:30' })).toEqual([])
    // The start moves to 2:30am, past the end at 2:15am.
    expect(ranges({ ...spring, startTime: '01:30', endTime: '02:15' })).toEqual([])
    expect(ranges({ ...spring, startTime: '01:00', endTime: '02:00' })).toEqual([])
    expect(ranges({ ...spring, startTime: '01:30', endTime: '02:31' })).toEqual([
      '2026-03-29: 03-29T01:30 to 03-29T01:31',
    ])
  })
})
