import { Temporal } from 'temporal-polyfill'
import { addDays } from '../dates/format-date-time.ts'

/*
 * Between the clinic's wall clock and instants. Dates are `YYYY-MM-DD`, times `HH:mm`, zones IANA
 * names, instants epoch milliseconds. Malformed dates, times or zones throw a RangeError. The
 * server's own time zone plays no part.
 */

/** A skipped time moves forward by what was skipped; an ambiguous one is its first occurrence. */
export function toInstant(date: string, time: string, zone: string): number {
  return remembered(`${date} ${time} ${zone}`, () =>
    Temporal.PlainDate.from(date)
      .toPlainDateTime(Temporal.PlainTime.from(time))
      .toZonedDateTime(zone, { disambiguation: 'compatible' }),
  )
}

type Day = { date: string; start: number; end: number }

/*
 * Remembers the few days that a request asks about, because the time zone library is slow. Emptied
 * when full.
 */
const MOST_DAYS = 8
const MOST_INSTANTS = 2_000
const recentDays = new Map<string, Day[]>()
const instants = new Map<string, number>()

function remembered(name: string, make: () => Temporal.ZonedDateTime): number {
  const known = instants.get(name)
  if (known !== undefined) return known
  const instant = make().epochMilliseconds
  if (instants.size >= MOST_INSTANTS) instants.clear()
  instants.set(name, instant)
  return instant
}

/** Fast for thousands of instants of the same few days. */
export function toClinicDate(instant: number, zone: string): string {
  const recent = recentDays.get(zone) ?? []
  const known = recent.find(({ start, end }) => start <= instant && instant < end)
  if (known) return known.date
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant))
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
  const day = { date, start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) }
  recentDays.set(zone, [day, ...(recent.length < MOST_DAYS ? recent : [])])
  return date
}

export function toClinicTime(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
}

/** Is the first instant of the clinic's day: midnight, or later where the clock skips midnight. */
export const startOfDay = (date: string, zone: string): number =>
  remembered(`${date} ${zone}`, () =>
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone }),
  )

/** Gives `days + 1` instants: day `n` is `[boundaries[n], boundaries[n + 1])`. */
export function dayBoundaries(firstDate: string, days: number, zone: string): number[] {
  return Array.from({ length: days + 1 }, (_, day) => startOfDay(addDays(firstDate, day), zone))
}

export const MORNING = '08:00'
export const EVENING = '20:00'

export type ClinicClock = { settings: { CLINIC_TIME_ZONE: string }; now: () => number }

/** Says whether it is neither too early nor too late to write to anybody unasked. */
export function isDaytime({ settings, now }: ClinicClock): boolean {
  const time = toClinicTime(now(), settings.CLINIC_TIME_ZONE)
  return time >= MORNING && time < EVENING
}
