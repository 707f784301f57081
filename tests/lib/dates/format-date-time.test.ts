import { describe, expect, it } from 'vitest'
import {
  addDays,
  formatCalendarDate,
  formatDate,
  formatDateRange,
  formatDateTime,
  formatDuration,
  formatPlainDate,
  formatSeconds,
  formatTime,
  formatTimeRange,
  hourAt,
  mondayBefore,
  plainDateAt,
  weekdayAndDay,
} from '#lib/dates/format-date-time.ts'

const LONDON = 'Europe/London'

describe('dates', () => {
  it.each([
    ['2026-08-05', 'Wednesday 5\u00a0August 2026'],
    ['2026-01-01', 'Thursday 1\u00a0January 2026'],
    ['2028-02-29', 'Tuesday 29\u00a0February 2028'],
  ])('reads %s as %s', (date, text) => {
    expect(formatPlainDate(date)).toBe(text)
  })

  it('reads a date of birth without its weekday', () => {
    expect(formatCalendarDate('1984-03-09')).toBe('9\u00a0March 1984')
    expect(weekdayAndDay('2026-08-05')).toEqual(['Wednesday', '5\u00a0August'])
  })

  it.each([
    ['2026-08-03', '2026-08-09', '3 to 9\u00a0August 2026'],
    ['2026-08-31', '2026-09-06', '31\u00a0August to 6\u00a0September 2026'],
    ['2026-12-28', '2027-01-03', '28\u00a0December 2026 to 3\u00a0January 2027'],
  ])('reads %s to %s as a range', (from, to, text) => {
    expect(formatDateRange(from, to)).toBe(text)
  })

  it('counts days and weeks over clock changes, month ends and leap days', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
    expect(addDays('9999-12-31', 1)).toBe('+010000-01-01')
    expect(addDays('+010000-01-01', -1)).toBe('9999-12-31')
    expect(mondayBefore('2026-08-09')).toBe('2026-08-03')
    expect(mondayBefore('2026-08-06')).toBe('2026-08-03')
    expect(mondayBefore('2026-08-03')).toBe('2026-08-03')
    expect(mondayBefore('2027-01-01')).toBe('2026-12-28')
  })

  it("is the clinic's date, not that of UTC", () => {
    expect(plainDateAt('2026-08-05T23:30:00Z', LONDON)).toBe('2026-08-06')
    expect(formatDate('2026-08-05T23:30:00Z', LONDON)).toBe('Thursday 6\u00a0August 2026')
    expect(plainDateAt('2026-08-05T23:30:00Z', 'America/St_Johns')).toBe('2026-08-05')
    expect(hourAt('2026-08-05T23:30:00Z', LONDON)).toBe(0)
  })
})

describe('times', () => {
  it.each([
    ['2026-08-05T08:30:00Z', '9:30am'],
    ['2026-01-05T09:30:00Z', '9:30am'],
    ['2026-08-05T16:00:00Z', '5pm'],
    ['2026-08-05T11:00:00Z', '12 noon'],
    ['2026-08-05T11:05:00Z', '12:05pm'],
    ['2026-08-05T23:00:00Z', 'midnight'],
    ['2026-08-05T23:05:00Z', '12:05am'],
  ])('reads %s in London as %s', (instant, text) => {
    expect(formatTime(instant, LONDON)).toBe(text)
  })

  it('tells apart the two half past ones of the night the clocks go back', () => {
    expect(formatTime('2026-10-25T00:30:00Z', LONDON)).toBe('1:30am BST')
    expect(formatTime('2026-10-25T01:30:00Z', LONDON)).toBe('1:30am GMT')
    expect(formatTime('2026-10-25T02:30:00Z', LONDON)).toBe('2:30am')
    expect(formatTime('2026-10-26T01:30:00Z', LONDON)).toBe('1:30am')
  })

  it('does so where clocks go back by half an hour', () => {
    const lordHowe = 'Australia/Lord_Howe'
    expect(formatTime('2026-04-04T14:45:00Z', lordHowe)).toBe('1:45am GMT+11')
    expect(formatTime('2026-04-04T15:15:00Z', lordHowe)).toBe('1:45am GMT+10:30')
  })

  it('reads ranges and dates with times', () => {
    expect(formatTimeRange('2026-08-05T08:30:00Z', '2026-08-05T09:00:00Z', LONDON)).toBe(
      '9:30am to 10am',
    )
    expect(formatDateTime('2026-08-05T08:30:00Z', LONDON)).toBe(
      '9:30am on Wednesday 5\u00a0August 2026',
    )
  })
})

describe('durations', () => {
  it.each([
    [5, '5 minutes'],
    [1, '1 minute'],
    [60, '1 hour'],
    [75, '1 hour 15 minutes'],
    [121, '2 hours 1 minute'],
  ])('reads %i minutes as %s', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text)
  })

  it.each([
    [570, '9 minutes 30 seconds'],
    [60, '1 minute'],
    [1, '1 second'],
    [0, '0 seconds'],
  ])('reads %i seconds as %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text)
  })
})
