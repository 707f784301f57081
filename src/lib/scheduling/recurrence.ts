import * as rruleModule from 'rrule'
import { Temporal } from 'temporal-polyfill'
import { MONTHS } from '#lib/contract/real-date.ts'
import { isBankHoliday, isHoliday } from '../dates/bank-holidays.ts'
import {
  addDays,
  formatCalendarDate,
  formatClockTime,
  formatPlainDate,
  weekdayAndDay,
} from '../dates/format-date-time.ts'
import { weekdays as weekdayNames } from '../dates/weekdays.ts'
import { ordinal } from '../text/ordinal.ts'
import { toInstant } from './clinic-time.ts'

// Node sees the CommonJS build, whose names hang on the default export; bundlers see the ES build.
const { RRule } =
  'default' in rruleModule ? (rruleModule.default as typeof rruleModule) : rruleModule

const MAX_RECURRENCE_YEARS = 2

/**
 * The wall-clock rule of an availability. Dates are plain `YYYY-MM-
 * DD`, times `HH:mm`; an end time at or before the start time is on the next day.
 */
export type AvailabilityRule = {
  startDate: string
  startTime: string
  endTime: string
  recurring: boolean
  recurringUntil: string | null
  repeatEvery: number
  freq: 0 | 1 | 2 | 3
  weekdays: number[]
  months: number[]
  exceptBankHolidays: boolean
  exceptHolidayDates: boolean
  exceptions: readonly string[]
}

/**
 * Start dates in order, by RFC 5545: a start date that does not match the rule is not among them,
 * and a month without the day is skipped.
 * @throws RangeError for a malformed date or an interval below 1.
 */
export function expandDates(rule: AvailabilityRule): string[] {
  const isLeftOut = leavesOut(rule)
  return matchingDates(rule).filter((date) => !isLeftOut(date))
}

function leavesOut(rule: AvailabilityRule) {
  const { recurring, exceptBankHolidays, exceptHolidayDates, exceptions } = rule
  const daysOff = new Set(recurring ? exceptions : [])
  const heeds = recurring && exceptBankHolidays
  const isOff = exceptHolidayDates ? isHoliday : isBankHoliday
  return (date: string) => daysOff.has(date) || (heeds && isOff(date))
}

/** Leaves out days off on which the rule does not occur anyway; ordered. */
export function effectiveExceptions(rule: AvailabilityRule): string[] {
  if (!rule.recurring || rule.exceptions.length === 0) return []
  const dates = new Set(expandDates({ ...rule, exceptions: [] }))
  return [...new Set(rule.exceptions)].filter((date) => dates.has(date)).sort()
}

const matchingDates = (rule: AvailabilityRule): string[] =>
  toRecurrence(rule)
    .all()
    .map((date) => date.toISOString().slice(0, 10))

/** RFC 5545, on UTC midnights; expands to the same dates as `expandDates`. */
export function ruleToRRuleString(rule: AvailabilityRule): string {
  const excepted = matchingDates(rule)
    .filter(leavesOut(rule))
    .map((date) => `${date.replaceAll('-', '')}T000000Z`)
  const text = toRecurrence(rule).toString()
  return excepted.length > 0 ? `${text}\nEXDATE:${excepted.join(',')}` : text
}

function toRecurrence(rule: AvailabilityRule) {
  const dtstart = utcMidnight(Temporal.PlainDate.from(rule.startDate))
  if (!rule.recurring) return new RRule({ freq: RRule.DAILY, dtstart, count: 1 }, true)
  if (!Number.isInteger(rule.repeatEvery) || rule.repeatEvery < 1) {
    throw new RangeError(
      `repeatEvery must be a whole number of at least 1, not ${rule.repeatEvery}`,
    )
  }
  return new RRule(
    {
      freq: rule.freq,
      dtstart,
      interval: rule.repeatEvery,
      wkst: RRule.MO,
      until: utcMidnight(lastDate(rule)),
      // The library reads an empty list as "none" and a missing one as "any".
      ...(rule.weekdays.length > 0 && { byweekday: rule.weekdays }),
      ...(rule.months.length > 0 && { bymonth: rule.months }),
    },
    true,
  )
}

function utcMidnight(date: Temporal.PlainDate): Date {
  return new Date(date.toZonedDateTime('UTC').epochMilliseconds)
}

export function latestEnd(startDate: string): string {
  return Temporal.PlainDate.from(startDate).add({ years: MAX_RECURRENCE_YEARS }).toString()
}

function lastDate(rule: AvailabilityRule): Temporal.PlainDate {
  const limit = Temporal.PlainDate.from(latestEnd(rule.startDate))
  if (rule.recurringUntil === null) return limit
  const until = Temporal.PlainDate.from(rule.recurringUntil)
  return Temporal.PlainDate.compare(until, limit) < 0 ? until : limit
}

/**
 * "Every week on Monday to Friday, 9am to 5:30pm, until 6 August 2027, except bank holidays". Says
 * what `expandDates` does, including the limit of two years.
 */
export function describeRule(rule: AvailabilityRule): string {
  const endsNextDay = rule.endTime <= rule.startTime
  const hours = `${formatClockTime(rule.startTime)} to ${formatClockTime(rule.endTime)}${endsNextDay ? ' the next day' : ''}`
  const start = Temporal.PlainDate.from(rule.startDate)
  if (!rule.recurring) return `${formatPlainDate(rule.startDate)}, ${hours}`
  return `${frequency(rule, start)}, ${hours}, until ${formatCalendarDate(lastDate(rule).toString())}${formatExceptions(rule)}`
}

function formatExceptions(rule: AvailabilityRule): string {
  const days = effectiveExceptions(rule).length
  const counted = `${days} ${rule.exceptBankHolidays ? 'other ' : ''}day${days === 1 ? '' : 's'}`
  const holidays = rule.exceptHolidayDates ? 'bank holidays' : 'official bank holidays'
  const parts = [rule.exceptBankHolidays && holidays, days > 0 && counted]
  const named = parts.filter((part) => part !== false && part !== undefined)
  return named.length > 0 ? `, except ${named.join(' and ')}` : ''
}

function frequency(rule: AvailabilityRule, start: Temporal.PlainDate): string {
  const weekdays = rule.weekdays.map((weekday) => weekday + 1)
  const months = formatOrdinals(rule.months, MONTHS)
  const inMonths = months && ` in ${months}`
  if (rule.freq === RRule.DAILY) {
    const days = formatOrdinals(weekdays, weekdayNames)
    if (rule.repeatEvery === 1 && days === 'Monday to Friday') return `Every weekday${inMonths}`
    return `${every(rule.repeatEvery, 'day')}${days && `, ${days} only`}${inMonths && `,${inMonths}`}`
  }
  if (rule.freq === RRule.WEEKLY) {
    const days = formatOrdinals(weekdays.length > 0 ? weekdays : [start.dayOfWeek], weekdayNames)
    return `${every(rule.repeatEvery, 'week')} on ${days}${inMonths}`
  }
  const unit = rule.freq === RRule.MONTHLY ? 'month' : 'year'
  // With weekdays, RFC 5545 means every such day of the month or year.
  if (weekdays.length > 0) {
    return `${every(rule.repeatEvery, unit)} on every ${formatOrdinals(weekdays, weekdayNames)}${inMonths}`
  }
  if (unit === 'year' && !months) {
    return `${every(rule.repeatEvery, unit)} on ${weekdayAndDay(rule.startDate)[1]}`
  }
  return `${every(rule.repeatEvery, unit)} on the ${ordinal(start.day)}${inMonths}`
}

function every(interval: number, unit: string): string {
  return interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`
}

/** Joins runs of three or more: "Monday to Wednesday and Friday". */
function formatOrdinals(ordinals: readonly number[], names: readonly string[]): string {
  const sorted = [...new Set(ordinals)].sort((a, b) => a - b)
  const parts: string[] = []
  for (let first = 0; first < sorted.length; ) {
    let last = first
    while (sorted[last + 1] === (sorted[last] ?? 0) + 1) last += 1
    const run = sorted.slice(first, last + 1).map((ordinal) => names[ordinal - 1] ?? '')
    if (run.length > 2) parts.push(`${run[0]} to ${run.at(-1)}`)
    else parts.push(...run)
    first = last + 1
  }
  const final = parts.pop() ?? ''
  return parts.length > 0 ? `${parts.join(', ')} and ${final}` : final
}

/** It is overnight hours in a 25-hour night, with room to spare. */
export const LONGEST_OCCURRENCE_MS = 26 * 3_600_000

export type Occurrence = { date: string; start: number; end: number }

/**
 * Dates are expanded before the zone is applied, so 09:00 stays 09:00 across clock changes. An end
 * time at or before the start time is on the next day. Occurrences inside the hour that the clock
 * skips are left out.
 */
export function expandOccurrences(rule: AvailabilityRule, zone: string): Occurrence[] {
  const endsNextDay = rule.endTime <= rule.startTime
  const occurrences: Occurrence[] = []
  for (const date of expandDates(rule)) {
    const start = toInstant(date, rule.startTime, zone)
    const end = toInstant(endsNextDay ? addDays(date, 1) : date, rule.endTime, zone)
    if (start < end) occurrences.push({ date, start, end })
  }
  return occurrences
}
