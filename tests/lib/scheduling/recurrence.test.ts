import rrule from 'rrule'
import { describe, expect, it } from 'vitest'
import {
  type AvailabilityRule,
  describeRule,
  expandDates,
  ruleToRRuleString,
} from '#lib/scheduling/recurrence.ts'

const YEARLY = 0
const MONTHLY = 1
const WEEKLY = 2
const DAILY = 3

/** Thursday 6 August 2026, 9:00am to 5:30pm, every day to the 12th unless the test says otherwise. */
function rule(changes: Partial<AvailabilityRule> = {}): AvailabilityRule {
  return {
    startDate: '2026-08-06',
    startTime: '09:00',
    endTime: '17:30',
    recurring: true,
    recurringUntil: '2026-08-12',
    repeatEvery: 1,
    freq: DAILY,
    weekdays: [],
    months: [],
    exceptBankHolidays: false,
    exceptHolidayDates: true,
    exceptions: [],
    ...changes,
  }
}

describe('the dates of an availability', () => {
  it('is the start date alone when it does not recur, whatever else the form holds', () => {
    expect(expandDates(rule({ recurring: false, weekdays: [0], months: [1] }))).toEqual([
      '2026-08-06',
    ])
  })

  it('ends two years after the start, whatever is asked', () => {
    for (const recurringUntil of [null, '2035-01-01']) {
      const dates = expandDates(rule({ recurringUntil }))
      // 365 and 366 days (29 February 2028), and the anniversary itself.
      expect(dates).toHaveLength(732)
      expect(dates.at(-1)).toBe('2028-08-06')
    }
    expect(expandDates(rule({ startDate: '2028-02-29', recurringUntil: null })).at(-1)).toBe(
      '2030-02-28',
    )
  })

  it('refuses what would never end and what is no date', () => {
    expect(() => expandDates(rule({ repeatEvery: 0 }))).toThrow(RangeError)
    expect(() => expandDates(rule({ repeatEvery: 1.5 }))).toThrow(RangeError)
    expect(() => expandDates(rule({ startDate: '2026-02-29' }))).toThrow(RangeError)
  })
})

describe('the rule as RFC 5545 text', () => {
  it('says the same as the fields', () => {
    expect(
      ruleToRRuleString(
        rule({ freq: WEEKLY, repeatEvery: 2, weekdays: [0, 4], recurringUntil: '2027-08-06' }),
      ),
    ).toBe(
      'DTSTART:20260806T000000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;WKST=MO;UNTIL=20270806T000000Z;BYDAY=MO,FR',
    )
    expect(ruleToRRuleString(rule({ recurring: false }))).toBe(
      'DTSTART:20260806T000000Z\nRRULE:FREQ=DAILY;COUNT=1',
    )
  })

  it('expands to the same dates when another program reads it', () => {
    const rules = [
      rule({ recurring: false }),
      rule({ recurringUntil: null, months: [2], weekdays: [5, 6] }),
      rule({ freq: MONTHLY, recurringUntil: '2027-08-06' }),
      rule({ freq: YEARLY, months: [1, 8], recurringUntil: null }),
    ]
    for (const each of rules) {
      const read = rrule.rrulestr(ruleToRRuleString(each)).all()
      expect(read.map((date) => date.toISOString().slice(0, 10))).toEqual(expandDates(each))
    }
  })
})

describe('the rule in words', () => {
  const cases: [Partial<AvailabilityRule>, string][] = [
    [{ recurring: false }, 'Thursday 6 August 2026, 9am to 5:30pm'],
    [
      { freq: WEEKLY, weekdays: [0, 1, 2, 3, 4], recurringUntil: '2027-08-06' },
      'Every week on Monday to Friday, 9am to 5:30pm, until 6 August 2027',
    ],
    [
      { freq: WEEKLY, repeatEvery: 2, weekdays: [6, 2, 0, 1], months: [9, 12] },
      'Every 2 weeks on Monday to Wednesday and Sunday in September and December, 9am to 5:30pm, until 12 August 2026',
    ],
    [{ freq: WEEKLY }, 'Every week on Thursday, 9am to 5:30pm, until 12 August 2026'],
    [{}, 'Every day, 9am to 5:30pm, until 12 August 2026'],
    [
      { weekdays: [0, 1, 2, 3, 4], months: [1, 2, 3, 11] },
      'Every weekday in January to March and November, 9am to 5:30pm, until 12 August 2026',
    ],
    [{ months: [5, 7] }, 'Every day, in May and July, 9am to 5:30pm, until 12 August 2026'],
    [
      { freq: MONTHLY, startDate: '2026-08-22' },
      'Every month on the 22nd, 9am to 5:30pm, until 12 August 2026',
    ],
    [
      { freq: MONTHLY, startDate: '2026-08-12', repeatEvery: 3 },
      'Every 3 months on the 12th, 9am to 5:30pm, until 12 August 2026',
    ],
    [
      { freq: MONTHLY, weekdays: [0, 2] },
      'Every month on every Monday and Wednesday, 9am to 5:30pm, until 12 August 2026',
    ],
    [{ freq: YEARLY }, 'Every year on 6 August, 9am to 5:30pm, until 12 August 2026'],
    [
      { freq: YEARLY, startDate: '2026-08-01', months: [3, 9] },
      'Every year on the 1st in March and September, 9am to 5:30pm, until 12 August 2026',
    ],
    [
      { startTime: '22:15', endTime: '06:00', recurring: false },
      'Thursday 6 August 2026, 10:15pm to 6am the next day',
    ],
    [
      { startTime: '12:00', endTime: '00:00', recurring: false },
      'Thursday 6 August 2026, 12 noon to midnight the next day',
    ],
    [
      { startTime: '00:30', endTime: '12:30', recurring: false },
      'Thursday 6 August 2026, 12:30am to 12:30pm',
    ],
    [{ recurringUntil: null }, 'Every day, 9am to 5:30pm, until 6 August 2028'],
  ]
  it.each(cases)('%j', (changes, text) => {
    // A line does not break between a day and its month.
    expect(describeRule(rule(changes))).toBe(text.replace(/(\d) (?=[A-Z])/g, '$1\u00a0'))
  })
})
