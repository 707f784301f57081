import { Temporal } from 'temporal-polyfill'

const MONDAY = 1
const FRIDAY = 5
const SATURDAY = 6

/**
 * Whether a date is a bank holiday in England and Wales.
 * Worked out from the standing rules; a holiday proclaimed for one year only is not known here.
 */
export const isBankHoliday = (date: Temporal.PlainDate): boolean =>
  isBankHolidayDate(date.toString())

const namesOfYears = new Map<number, ReadonlySet<string>>()

/** The same of a plain date `YYYY-MM-DD`, cheap for the thousand dates of a rule. */
export function isBankHolidayDate(date: string): boolean {
  const year = Number(date.slice(0, 4))
  const known =
    namesOfYears.get(year) ?? new Set(bankHolidays(year).map((holiday) => holiday.toString()))
  namesOfYears.set(year, known)
  return known.has(date)
}

function bankHolidays(year: number): Temporal.PlainDate[] {
  const on = (month: number, day: number) => Temporal.PlainDate.from({ year, month, day })
  const easter = easterSunday(year)
  const newYear = on(1, 1)
  return [
    newYear.dayOfWeek >= SATURDAY ? mondayFrom(newYear) : newYear,
    easter.subtract({ days: 2 }),
    easter.add({ days: 1 }),
    mondayFrom(on(5, 1)),
    mondayFrom(on(5, 25)),
    mondayFrom(on(8, 25)),
    ...christmas(on(12, 25), on(12, 26)),
  ]
}

/** A day that falls on the weekend is kept on the next weekday that is not a holiday itself. */
function christmas(first: Temporal.PlainDate, second: Temporal.PlainDate): Temporal.PlainDate[] {
  switch (first.dayOfWeek) {
    case FRIDAY:
      return [first, mondayFrom(second)]
    case SATURDAY:
      return [mondayFrom(first), mondayFrom(first).add({ days: 1 })]
    case SATURDAY + 1:
      return [second, second.add({ days: 1 })]
    default:
      return [first, second]
  }
}

/** The first Monday on or after a date. */
function mondayFrom(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.add({ days: (7 + MONDAY - date.dayOfWeek) % 7 })
}

/** The anonymous Gregorian computus (Meeus, Jones and Butcher). */
function easterSunday(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const correction = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const lateYear = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const position = epact + weekday - 7 * lateYear + 114
  return Temporal.PlainDate.from({
    year,
    month: Math.floor(position / 31),
    day: (position % 31) + 1,
  })
}
