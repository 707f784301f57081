import { describe, expect, it } from 'vitest'
import { addDays } from '#lib/dates/format-date-time.ts'
import { dayBoundaries, startOfDay, toClinicDate, toInstant } from '#lib/scheduling/clinic-time.ts'

const LONDON = 'Europe/London'
const LORD_HOWE = 'Australia/Lord_Howe'
const utc = (instant: number) => new Date(instant).toISOString().slice(0, 16)

describe('the clinic clock', () => {
  it('refuses what is no date, time or zone', () => {
    expect(() => toInstant('2026-02-29', '09:00', LONDON)).toThrow(RangeError)
    expect(() => toInstant('2026-02-28', '25:00', LONDON)).toThrow(RangeError)
    expect(() => toInstant('2026-02-28', '09:00', 'Europe/Atlantis')).toThrow(RangeError)
  })
})

describe('the clinic date', () => {
  it('changes at the clinic’s midnight, in whatever order it is asked', () => {
    const midnight = Date.parse('2026-07-14T23:00Z')
    expect(toClinicDate(midnight, LONDON)).toBe('2026-07-15')
    expect(toClinicDate(midnight - 1, LONDON)).toBe('2026-07-14')
    expect(toClinicDate(midnight, LONDON)).toBe('2026-07-15')
    expect(toClinicDate(midnight, 'America/St_Johns')).toBe('2026-07-14')
    expect(toClinicDate(Date.parse('2026-07-15T22:59:59.999Z'), LONDON)).toBe('2026-07-15')
    expect(toClinicDate(Date.parse('2026-07-15T23:00Z'), LONDON)).toBe('2026-07-16')
  })

  it('keeps both hours of the 25-hour day on one date', () => {
    for (const time of ['2026-10-24T23:00', '2026-10-25T00:30', '2026-10-25T01:30']) {
      expect(toClinicDate(Date.parse(`${time}Z`), LONDON)).toBe('2026-10-25')
    }
  })

  it('knows days of 23, 24½ and 25 hours', () => {
    const hours = (date: string, zone: string) =>
      (startOfDay(addDays(date, 1), zone) - startOfDay(date, zone)) / 3_600_000
    expect(hours('2026-03-29', LONDON)).toBe(23)
    expect(hours('2026-10-25', LONDON)).toBe(25)
    expect(hours('2026-04-05', LORD_HOWE)).toBe(24.5)
    expect(hours('2026-10-04', LORD_HOWE)).toBe(23.5)
  })

  it('starts a day without a midnight when its first minute comes', () => {
    // Cairo skips from midnight to 01:00 on 24 April 2026.
    expect(utc(startOfDay('2026-04-24', 'Africa/Cairo'))).toBe('2026-04-23T22:00')
    expect(toClinicDate(Date.parse('2026-04-23T21:59Z'), 'Africa/Cairo')).toBe('2026-04-23')
  })

  it('divides a week with a clock change into its days', () => {
    expect(dayBoundaries('2026-10-23', 4, LONDON).map(utc)).toEqual([
      '2026-10-22T23:00',
      '2026-10-23T23:00',
      '2026-10-24T23:00',
      '2026-10-26T00:00',
      '2026-10-27T00:00',
    ])
  })
})
