import { Temporal } from 'temporal-polyfill'

/*
 * Between the clinic's wall clock and instants. Dates are `YYYY-MM-DD`, times `HH:mm`, zones IANA
 * names, instants epoch milliseconds. Malformed dates, times or zones throw a RangeError. The
 * server's own time zone plays no part.
 */

/**
 * The instant at which the clinic's clock shows `date` and `time`. A time that the clock skips
 * moves forward by what was skipped; a time that it shows twice means the first.
 */
export function instantOf(date: string, time: string, zone: string): number {
  return Temporal.PlainDate.from(date)
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

type Day = { date: string; start: number; end: number }

/** Instants come in runs of one day: a remembered day saves the time zone library. */
const lastDay = new Map<string, Day>()

/** The clinic's date at an instant. Cheap for thousands of instants that run in order. */
export function dateOf(instant: number, zone: string): string {
  const last = lastDay.get(zone)
  if (last && last.start <= instant && instant < last.end) return last.date
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant))
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
  lastDay.set(zone, {
    date,
    start: startOfDay(date, zone),
    end: startOfDay(addDays(date, 1), zone),
  })
  return date
}

/** The first instant of the clinic's day: midnight, or later where the clock skips midnight. */
export function startOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone }).epochMilliseconds
}

/**
 * Where `days` consecutive days begin, and where the last one ends: `days + 1` instants, so that
 * day `n` is `[boundaries[n], boundaries[n + 1])` and sorting into days is arithmetic.
 */
export function dayBoundaries(firstDate: string, days: number, zone: string): number[] {
  return Array.from({ length: days + 1 }, (_, day) => startOfDay(addDays(firstDate, day), zone))
}

/** The Monday of the week that holds `date`. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - Temporal.PlainDate.from(date).dayOfWeek)
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Calendar days from `first` to `second`; negative when `second` is the earlier. */
export function daysBetween(first: string, second: string): number {
  return Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(second)).days
}
