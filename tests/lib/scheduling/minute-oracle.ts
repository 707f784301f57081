import { Temporal } from 'temporal-polyfill'

/*
 * A slow second opinion for the property tests: it walks every minute with Temporal and believes
 * only what the clock then shows. It shares no code with the implementation, on purpose.
 */

const MINUTE = 60_000
/** No zone changes its clock and changes it back within so many minutes. */
const QUARTER = 15

/** What the clinic's clock shows at every minute of a stretch of days. */
export type Clock = {
  firstInstant: number
  /** `YYYY-MM-DDTHH:mm` for each minute. */
  shows: string[]
  /** The first minute that shows a reading. */
  minuteShowing: Map<string, number>
}

export function walkClock(firstDate: string, days: number, zone: string): Clock {
  // A day of margin on both sides, so that the stretch is whole in any zone.
  const firstInstant = Date.parse(`${shiftDate(firstDate, -1)}T00:00Z`)
  const shows: string[] = []
  const minuteShowing = new Map<string, number>()
  const offsetAt = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
  for (let start = 0; start < (days + 2) * 1440; start += QUARTER) {
    const begin = offsetAt(firstInstant + start * MINUTE)
    const isSteady = begin === offsetAt(firstInstant + (start + QUARTER - 1) * MINUTE)
    for (let minute = start; minute < start + QUARTER; minute += 1) {
      const instant = firstInstant + minute * MINUTE
      const offset = isSteady ? begin : offsetAt(instant)
      // Ten times as fast as Temporal's own `toString`.
      const reading = new Date(instant + offset).toISOString().slice(0, 16)
      shows.push(reading)
      if (!minuteShowing.has(reading)) minuteShowing.set(reading, minute)
    }
  }
  return { firstInstant, shows, minuteShowing }
}

/** A reading that the clock skips lies as far past the last one shown as the two readings differ. */
function toMinute(clock: Clock, date: string, time: string): number {
  let reading = `${date}T${time}`
  for (let skipped = 0; skipped < 180; skipped += 1) {
    const minute = clock.minuteShowing.get(reading)
    if (minute !== undefined) return minute + skipped
    reading = new Date(Date.parse(`${reading}Z`) - MINUTE).toISOString().slice(0, 16)
  }
  throw new Error(`${date}T${time} is not within the walked days`)
}

export type OracleRule = {
  startDate: string
  startTime: string
  endTime: string
  recurring: boolean
  recurringUntil: string | null
  repeatEvery: number
  freq: 0 | 1 | 2 | 3
  weekdays: number[]
  months: number[]
}

export function shiftDate(date: string, days: number): string {
  const moved = new Date(`${date}T00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

function calendar(date: string) {
  const midnight = new Date(`${date}T00:00Z`)
  const day = Math.round(midnight.getTime() / 86_400_000)
  return {
    day,
    // 1 January 1970 was a Thursday.
    weekday: (day + 3) % 7,
    week: Math.floor((day + 3) / 7),
    dayOfMonth: midnight.getUTCDate(),
    month: midnight.getUTCMonth() + 1,
    year: midnight.getUTCFullYear(),
  }
}

/** Whether the rule occurs on a date, by counting on the calendar. */
export function occursOn(rule: OracleRule, date: string): boolean {
  if (!rule.recurring) return date === rule.startDate
  if (date < rule.startDate) return false
  if (rule.recurringUntil !== null && date > rule.recurringUntil) return false
  const first = calendar(rule.startDate)
  const now = calendar(date)
  const limit = `${first.year + 2}${rule.startDate.slice(4)}`
  if (date > limit) return false
  const months = rule.months
  if (months.length > 0 && !months.includes(now.month)) return false
  const chosenDay = rule.weekdays.includes(now.weekday)
  const anyDay = rule.weekdays.length === 0
  switch (rule.freq) {
    case 3:
      return (now.day - first.day) % rule.repeatEvery === 0 && (anyDay || chosenDay)
    case 2:
      return (
        (now.week - first.week) % rule.repeatEvery === 0 &&
        (anyDay ? now.weekday === first.weekday : chosenDay)
      )
    case 1:
      return (
        ((now.year - first.year) * 12 + now.month - first.month) % rule.repeatEvery === 0 &&
        (anyDay ? now.dayOfMonth === first.dayOfMonth : chosenDay)
      )
    case 0:
      if ((now.year - first.year) % rule.repeatEvery !== 0) return false
      if (!anyDay) return chosenDay
      return now.dayOfMonth === first.dayOfMonth && (months.length > 0 || now.month === first.month)
  }
}

/** Minutes of the clock, `to` excluded; null where the clock's skip leaves nothing. */
export function workingMinutes(
  clock: Clock,
  rule: OracleRule,
  date: string,
): { from: number; to: number } | null {
  const lastDate = rule.endTime > rule.startTime ? date : shiftDate(date, 1)
  const from = toMinute(clock, date, rule.startTime)
  const to = toMinute(clock, lastDate, rule.endTime)
  return from < to ? { from, to } : null
}

/** One working period, minute by minute. */
export type OraclePeriod = {
  staffId: number
  siteId: number
  from: number
  to: number
  /** Whether a minute of the clock is occupied. */
  isBusy: (minute: number) => boolean
}

export type OracleRules = {
  duration: number
  now: number
  noticeMinutes: number
  horizonDays: number
  required: number[]
  held: { staffId: number; competencyId: number; issuedAt: string; expiresAt: string | null }[]
}

function isOnMark(clock: Clock, minute: number): boolean {
  return Number((clock.shows[minute] ?? '').slice(-2)) % 5 === 0
}

/** Whether an appointment from this minute on finds every one of its minutes worked and free. */
function isFree(period: OraclePeriod, minute: number, duration: number): boolean {
  for (let each = minute; each < minute + duration; each += 1) {
    if (each < period.from || each >= period.to || period.isBusy(each)) return false
  }
  return true
}

/** Whether this clinician may take an appointment from this minute of the clock on. */
export function canTake(
  clock: Clock,
  rules: OracleRules,
  period: OraclePeriod,
  minute: number,
): boolean {
  const instant = clock.firstInstant + minute * MINUTE
  const date = (clock.shows[minute] ?? '').slice(0, 10)
  const today = (clock.shows[Math.floor((rules.now - clock.firstInstant) / MINUTE)] ?? '').slice(
    0,
    10,
  )
  if (!isOnMark(clock, minute)) return false
  if (instant < rules.now || instant - rules.now < rules.noticeMinutes * MINUTE) return false
  if (date > shiftDate(today, rules.horizonDays)) return false
  const competent = rules.required.every((competencyId) =>
    rules.held.some(
      (record) =>
        record.staffId === period.staffId &&
        record.competencyId === competencyId &&
        record.issuedAt <= date &&
        (record.expiresAt === null || date <= record.expiresAt),
    ),
  )
  return competent && isFree(period, minute, rules.duration)
}

/** The minutes at which a period's free gaps are cut, before anything else is asked. */
function cuts(clock: Clock, period: OraclePeriod, duration: number): number[] {
  const minutes: number[] = []
  let next = Number.POSITIVE_INFINITY
  for (let minute = period.from; minute < period.to; minute += 1) {
    if (period.isBusy(minute)) {
      next = Number.POSITIVE_INFINITY
      continue
    }
    // A gap begins: the first mark in it is the first cut.
    if (minute === period.from || period.isBusy(minute - 1)) next = minute
    if (minute < next || !isOnMark(clock, minute)) continue
    minutes.push(minute)
    next = minute + duration
  }
  return minutes.filter((minute) => isFree(period, minute, duration))
}

/** What should be listed for starts in `[window.from, window.to)`, in minutes of the clock. */
export function listByWalking(
  clock: Clock,
  rules: OracleRules,
  periods: OraclePeriod[],
  window: { from: number; to: number },
) {
  const listed: { minute: number; siteId: number; remaining: number }[] = []
  for (const siteId of new Set(periods.map((period) => period.siteId))) {
    const here = periods.filter((period) => period.siteId === siteId)
    const minutes = here.flatMap((period) =>
      cuts(clock, period, rules.duration).filter((minute) => canTake(clock, rules, period, minute)),
    )
    for (const minute of new Set(minutes)) {
      if (minute < window.from || minute >= window.to) continue
      const clinicians = here.filter((period) => canTake(clock, rules, period, minute))
      const remaining = new Set(clinicians.map((period) => period.staffId)).size
      listed.push({ minute, siteId, remaining })
    }
  }
  return listed.sort((a, b) => a.minute - b.minute || a.siteId - b.siteId)
}
