import { addDays } from '../dates/format-date-time.ts'
import { toInstant } from './clinic-time.ts'
import { type AvailabilityRule, expandDates } from './recurrence.ts'

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
