import fc from 'fast-check'
import rrule from 'rrule'
import { expect, test } from 'vitest'
import { type AvailabilityRule, expandDates } from '#lib/scheduling/recurrence.ts'
import { runs } from '../../amount.ts'

/*
 * Every date of a rule, three ways: as the product makes it, as the library expands what is written in
 * the fields, and by going through the calendar day by day and asking of each whether the rule means it.
 */

const [YEARLY, MONTHLY, WEEKLY] = [0, 1, 2]
const DAY = 86_400_000
const ordinal = (date: string) => Date.parse(date) / DAY
const toDate = (days: number) => new Date(days * DAY).toISOString().slice(0, 10)
const toParts = (date: string) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day, weekday: (ordinal(date) + 3) % 7 }
}

/** What a rule says of one date, as one would explain it; 1 January 1970 was a Thursday. */
function isMeant(rule: AvailabilityRule, date: string): boolean {
  const [first, each] = [toParts(rule.startDate), toParts(date)]
  const isIn = (list: number[], value: number) => list.length === 0 || list.includes(value)
  const monday = (at: string) => ordinal(at) - toParts(at).weekday
  const passed = {
    [YEARLY]: each.year - first.year,
    [MONTHLY]: (each.year - first.year) * 12 + each.month - first.month,
    [WEEKLY]: (monday(date) - monday(rule.startDate)) / 7,
  }[rule.freq as number]
  if ((passed ?? ordinal(date) - ordinal(rule.startDate)) % rule.repeatEvery !== 0) return false
  if (!isIn(rule.months, each.month)) return false
  if (rule.weekdays.length > 0) return rule.weekdays.includes(each.weekday)
  if (rule.freq === WEEKLY) return each.weekday === first.weekday
  if (rule.freq === MONTHLY) return each.day === first.day
  if (rule.freq === YEARLY)
    return each.day === first.day && (rule.months.length > 0 || each.month === first.month)
  return true
}

function byCalendar(rule: AvailabilityRule): string[] {
  const [from, to] = [ordinal(rule.startDate), ordinal(rule.recurringUntil ?? '')]
  return Array.from({ length: to - from + 1 }, (_, days) => toDate(from + days)).filter((date) =>
    isMeant(rule, date),
  )
}

function byLibrary(rule: AvailabilityRule): string[] {
  const midnight = (date: string) => new Date(`${date}T00:00:00Z`)
  const read = new rrule.RRule({
    freq: rule.freq,
    interval: rule.repeatEvery,
    dtstart: midnight(rule.startDate),
    until: midnight(rule.recurringUntil ?? ''),
    wkst: 0,
    byweekday: rule.weekdays.length > 0 ? rule.weekdays : null,
    bymonth: rule.months.length > 0 ? rule.months : null,
  })
  return read.all().map((date) => date.toISOString().slice(0, 10))
}

/** Ends of months and leap days more often than they come by themselves. */
const start = fc.oneof(
  fc.integer({ min: ordinal('2026-01-01'), max: ordinal('2031-12-31') }).map(toDate),
  fc.constantFrom('2027-01-31', '2027-12-30', '2028-02-29', '2028-08-31', '2026-12-31'),
)
const rules = fc
  .record({
    startDate: start,
    days: fc.integer({ min: 0, max: 730 }),
    freq: fc.constantFrom<AvailabilityRule['freq'][]>(0, 1, 2, 3),
    repeatEvery: fc.integer({ min: 1, max: 6 }),
    weekdays: fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 4 }),
    months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
  })
  .map(
    ({ days, ...rest }): AvailabilityRule => ({
      ...rest,
      startTime: '22:00',
      endTime: '06:00',
      recurring: true,
      exceptBankHolidays: false,
      exceptHolidayDates: true,
      exceptions: [],
      recurringUntil: toDate(ordinal(rest.startDate) + days),
    }),
  )

test('any rule comes to the dates that the calendar and the library say', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const dates = expandDates(rule)
      expect(dates).toEqual(byCalendar(rule))
      expect(dates).toEqual(byLibrary(rule))
    }),
    { numRuns: runs(20, 120) },
  )
})
