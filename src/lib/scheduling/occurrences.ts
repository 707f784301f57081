import { addDays } from '../format-date-time.ts'
import { instantOf } from './clinic-time.ts'
import { type AvailabilityRule, expandDates } from './recurrence.ts'

/** No occurrence is longer: overnight hours in a 25-hour night, with room to spare. */
export const LONGEST_OCCURRENCE_MS = 26 * 3_600_000

/** One dated stretch of an availability: the plain date it starts on, and epoch milliseconds. */
export type Occurrence = { date: string; start: number; end: number }

/**
 * The occurrences of a rule as instants in the clinic's zone, in order. Each date is expanded
 * before any zone is applied, so 09:00 stays 09:00 across clock changes. An end time at or before
 * the start time is on the next day. Nothing remains of an occurrence whose wall-clock times fall
 * into the hour that the clock skips: it is left out.
 */
export function occurrencesOf(rule: AvailabilityRule, zone: string): Occurrence[] {
  const endsNextDay = rule.endTime <= rule.startTime
  const occurrences: Occurrence[] = []
  for (const date of expandDates(rule)) {
    const start = instantOf(date, rule.startTime, zone)
    const end = instantOf(endsNextDay ? addDays(date, 1) : date, rule.endTime, zone)
    if (start < end) occurrences.push({ date, start, end })
  }
  return occurrences
}
