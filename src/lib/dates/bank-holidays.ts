import { isoWeekday } from './dates.ts'
import { addDays } from './format-date-time.ts'

const MONDAY = 1
const FRIDAY = 5
const SATURDAY = 6

const holidaysOfYears = new Map<number, ReadonlySet<string>>()

/**
 * Knows the holidays of England and Wales by the standing rules; one-off holidays are unknown here.
 */
export function isBankHoliday(date: string): boolean {
  const year = Number(date.slice(0, 4))
  const known = holidaysOfYears.get(year) ?? new Set(bankHolidays(year))
  holidaysOfYears.set(year, known)
  return known.has(date)
}

/** Counts bank holidays, and 25 and 26 December and 1 January on the weekend they fall on. */
export const isHoliday = (date: string): boolean =>
  isBankHoliday(date) || /-(?:12-2[56]|01-01)$/.test(date)

function bankHolidays(year: number): string[] {
  const easter = easterSunday(year)
  const newYear = `${year}-01-01`
  return [
    isoWeekday(newYear) >= SATURDAY ? mondayFrom(newYear) : newYear,
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(`${year}-05-01`),
    mondayFrom(`${year}-05-25`),
    mondayFrom(`${year}-08-25`),
    ...christmas(`${year}-12-25`, `${year}-12-26`),
  ]
}

function christmas(first: string, second: string): string[] {
  switch (isoWeekday(first)) {
    case FRIDAY:
      return [first, mondayFrom(second)]
    case SATURDAY:
      return [mondayFrom(first), addDays(mondayFrom(first), 1)]
    case SATURDAY + 1:
      return [second, addDays(second, 1)]
    default:
      return [first, second]
  }
}

const mondayFrom = (date: string) => addDays(date, (7 + MONDAY - isoWeekday(date)) % 7)

function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const correction = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const lateYear = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const position = epact + weekday - 7 * lateYear + 114
  return addDays(`${year}-0${Math.floor(position / 31)}-01`, position % 31)
}
