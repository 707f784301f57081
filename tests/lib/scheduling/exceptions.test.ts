import fc from 'fast-check'
import rrule from 'rrule'
import { describe, expect, test } from 'vitest'
import { isBankHoliday, isHoliday } from '#lib/dates/bank-holidays.ts'
import {
  type AvailabilityRule,
  describeRule,
  expandDates,
  ruleToRRuleString,
} from '#lib/scheduling/recurrence.ts'
import { newAvailability } from '#lib/scheduling/rule-codec.ts'

const WEEKLY = 2
const DAILY = 3

const december: AvailabilityRule = {
  startDate: '2026-12-21',
  startTime: '09:00',
  endTime: '17:30',
  recurring: true,
  recurringUntil: '2027-01-04',
  repeatEvery: 1,
  freq: DAILY,
  weekdays: [0, 1, 2, 3, 4],
  months: [],
  exceptBankHolidays: true,
  exceptHolidayDates: true,
  exceptions: ['2026-12-24', '2026-12-31', '2026-12-27'],
}

describe('what a rule leaves out', () => {
  test('is bank holidays, also where they are kept on another day, and days off', () => {
    // Boxing Day 2026 is a Saturday: Monday the 28th is kept. The 27th is a Sunday all the same.
    expect(expandDates(december)).toEqual([
      '2026-12-21',
      '2026-12-22',
      '2026-12-23',
      '2026-12-29',
      '2026-12-30',
      '2027-01-04',
    ])
  })

  test('does not count against every second occurrence', () => {
    const rule: AvailabilityRule = {
      ...december,
      freq: WEEKLY,
      repeatEvery: 2,
      weekdays: [0],
      exceptions: [],
    }
    expect(expandDates({ ...rule, recurringUntil: '2027-02-01' })).toEqual([
      '2026-12-21',
      '2027-01-04',
      '2027-01-18',
      '2027-02-01',
    ])
  })

  test('is nothing of a single day', () => {
    const rule = { ...december, startDate: '2026-12-25', recurring: false }
    expect(expandDates({ ...rule, exceptions: ['2026-12-25'] })).toEqual(['2026-12-25'])
  })

  test('is said in words', () => {
    const of = (changes: Partial<AvailabilityRule>) =>
      describeRule({ ...december, ...changes }).replace(/^.* 2027/, '')
    expect(of({})).toBe(', except bank holidays and 2 other days')
    expect(of({ exceptions: ['2026-12-24'] })).toBe(', except bank holidays and 1 other day')
    expect(of({ exceptions: [] })).toBe(', except bank holidays')
    expect(of({ exceptBankHolidays: false })).toBe(', except 2 days')
    expect(of({ exceptBankHolidays: false, exceptions: [] })).toBe('')
  })
})

const DAY = 86_400_000
const dateAfter = (from: string, days: number) =>
  new Date(Date.parse(from) + days * DAY).toISOString().slice(0, 10)

const rules: fc.Arbitrary<AvailabilityRule> = fc
  .record({
    start: fc.integer({ min: 0, max: 2_000 }),
    length: fc.integer({ min: 0, max: 400 }),
    freq: fc.constantFrom<AvailabilityRule['freq'][]>(0, 1, 2, 3),
    repeatEvery: fc.integer({ min: 1, max: 5 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }),
    months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
    exceptBankHolidays: fc.boolean(),
    exceptHolidayDates: fc.boolean(),
    off: fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 30 }),
  })
  .map(({ start, length, off, ...rest }) => {
    const startDate = dateAfter('2026-01-01', start)
    return {
      ...rest,
      startDate,
      startTime: '09:00',
      endTime: '17:30',
      recurring: true,
      recurringUntil: dateAfter(startDate, length),
      exceptions: off.map((days) => dateAfter(startDate, days)),
    }
  })

test('any rule comes to what the library makes of its text, and to its dates without those left out', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const dates = expandDates(rule)
      const read = rrule.rrulestr(ruleToRRuleString(rule)).all()
      expect(read.map((date) => date.toISOString().slice(0, 10))).toEqual(dates)
      const plain = expandDates({ ...rule, exceptBankHolidays: false, exceptions: [] })
      const isLeftOut = (date: string) =>
        rule.exceptions?.includes(date) ||
        (rule.exceptBankHolidays && (rule.exceptHolidayDates ? isHoliday : isBankHoliday)(date))
      expect(plain.filter((date) => !isLeftOut(date))).toEqual(dates)
    }),
    { numRuns: 25 },
  )
})

test('a new availability has the usual defaults, a year on also from 29 February', () => {
  expect(newAvailability('2026-08-06')).toEqual({
    startDate: '2026-08-07',
    startTime: '09:00',
    endTime: '17:30',
    recurring: false,
    recurringUntil: '2027-08-07',
    repeatEvery: 1,
    freq: DAILY,
    weekdays: [0, 1, 2, 3, 4],
    months: [],
    exceptBankHolidays: false,
    exceptHolidayDates: true,
    exceptions: [],
  })
  expect(newAvailability('2028-02-28').recurringUntil).toBe('2029-02-28')
})
