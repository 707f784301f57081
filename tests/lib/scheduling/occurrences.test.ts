import { describe, expect, it } from 'vitest'
import { occurrencesOf } from '#lib/scheduling/occurrences.ts'
import type { AvailabilityRule } from '#lib/scheduling/recurrence.ts'

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
  exceptions: [],
}

/** The occurrences in UTC, to the minute. */
function ranges(changes: Partial<AvailabilityRule>, zone = 'Europe/London') {
  const text = (instant: number) => new Date(instant).toISOString().slice(5, 16)
  return occurrencesOf({ ...daily, ...changes }, zone).map(
    ({ date, start, end }) => `${date}: ${text(start)} to ${text(end)}`,
  )
}

describe('working hours as instants', () => {
  it('keeps 9:00am at 9:00am when the clock goes back', () => {
    expect(ranges({})).toEqual([
      '2026-10-24: 10-24T08:00 to 10-24T16:30',
      '2026-10-25: 10-25T09:00 to 10-25T17:30',
      '2026-10-26: 10-26T09:00 to 10-26T17:30',
    ])
  })

  it('makes the night shift ten hours when the clock goes back and eight when it goes forward', () => {
    const night = { startTime: '22:00', endTime: '07:00' }
    expect(ranges(night)).toEqual([
      '2026-10-24: 10-24T21:00 to 10-25T07:00',
      '2026-10-25: 10-25T22:00 to 10-26T07:00',
      '2026-10-26: 10-26T22:00 to 10-27T07:00',
    ])
    expect(ranges({ ...night, startDate: '2026-03-28', recurringUntil: '2026-03-29' })).toEqual([
      '2026-03-28: 03-28T22:00 to 03-29T06:00',
      '2026-03-29: 03-29T21:00 to 03-30T06:00',
    ])
  })

  it('runs from midnight to midnight through all 25 hours', () => {
    expect(ranges({ startTime: '00:00', endTime: '00:00' })[1]).toBe(
      '2026-10-25: 10-24T23:00 to 10-26T00:00',
    )
  })

  it('ends an overnight shift in the next month and year', () => {
    expect(
      ranges({
        startDate: '2026-12-31',
        startTime: '23:00',
        endTime: '01:00',
        recurring: false,
      }),
    ).toEqual(['2026-12-31: 12-31T23:00 to 01-01T01:00'])
  })

  it('starts at the first of two readings', () => {
    expect(ranges({ startTime: '01:30', endTime: '02:30' })[1]).toBe(
      '2026-10-25: 10-25T00:30 to 10-25T02:30',
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

  it('follows Lord Howe, whose clock moves by half an hour', () => {
    const night = { startTime: '22:00', endTime: '06:00', recurring: false }
    expect(ranges({ ...night, startDate: '2026-04-04' }, 'Australia/Lord_Howe')).toEqual([
      '2026-04-04: 04-04T11:00 to 04-04T19:30',
    ])
    expect(ranges({ ...night, startDate: '2026-10-03' }, 'Australia/Lord_Howe')).toEqual([
      '2026-10-03: 10-03T11:30 to 10-03T19:00',
    ])
  })
})
