/**
 * Dates, times and durations as people read them. An instant is ISO 8601 text, a Date or epoch
 * milliseconds, and is always shown by the clock of the IANA zone handed in; a plain date is
 * `YYYY-MM-DD` and has no zone.
 */
type Instant = string | number | Date

const MS_PER_DAY = 86_400_000
const MS_PER_MINUTE = 60_000
/** Clocks change in the small hours; later than this no wall time happens twice. */
const LAST_HOUR_OF_CLOCK_CHANGES = 3

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter is slow, using it is not: one per zone. */
function clock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, made)
  return made
}

type WallTime = { date: string; hour: number; minute: number }

function wallTime(instant: Instant, timeZone: string): WallTime {
  const parts = new Map(
    clock(timeZone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return { date, hour: Number(parts.get('hour')), minute: Number(parts.get('minute')) }
}

/** The clinic's date of an instant, `YYYY-MM-DD`. */
export function plainDateAt(instant: Instant, timeZone: string): string {
  return wallTime(instant, timeZone).date
}

/**
 * The instant, as ISO 8601 text, at which the zone's clock shows a plain date and a time `HH:mm`. A
 * time that the clock skips moves forward, one that it shows twice is the first.
 */
export function instantAt(date: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${date}T${time}Z`)
  const shown = (instant: number) => {
    const wall = wallTime(instant, timeZone)
    const ofHour = Date.parse(`${wall.date}T00:00Z`) + wall.hour * 60 * MS_PER_MINUTE
    return ofHour + wall.minute * MS_PER_MINUTE
  }
  const near = wanted - (shown(wanted) - wanted)
  const found = near - (shown(near) - wanted)
  const earlier = [60, 30].map((minutes) => found - minutes * MS_PER_MINUTE)
  const first = earlier.find((instant) => shown(instant) === wanted) ?? found
  return new Date(first).toISOString()
}

/** The time of an instant as fields and the API write it, `HH:mm`. */
export function clockAt(instant: Instant, timeZone: string): string {
  const { hour, minute } = wallTime(instant, timeZone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** The clinic's hour of an instant, 0 to 23. */
export function hourAt(instant: Instant, timeZone: string): number {
  return wallTime(instant, timeZone).hour
}

/** A plain date some days later, or earlier for a negative number; `+010000-01-01` after year 9999. */
export function addDays(date: string, days: number): string {
  const instant = new Date(Date.parse(date) + days * MS_PER_DAY).toISOString()
  return instant.slice(0, instant.indexOf('T'))
}

/** The Monday of a plain date's week. */
export function mondayOf(date: string): string {
  const sundayFirst = new Date(date).getUTCDay()
  return addDays(date, -((sundayFirst + 6) % 7))
}

/** Between a day and its month: a line does not break there. */
const NO_BREAK = '\u00a0'

type DateWords = { weekday: string; day: string; month: string; year: string }

const words = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

function dateWords(date: string): DateWords {
  const parts = new Map(words.formatToParts(new Date(date)).map(({ type, value }) => [type, value]))
  const part = (name: keyof DateWords) => parts.get(name) ?? ''
  return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') }
}

/** A plain date in full: "Wednesday 6 August 2026". */
export function formatPlainDate(date: string): string {
  const { weekday, day, month, year } = dateWords(date)
  return `${weekday} ${day}${NO_BREAK}${month} ${year}`
}

/** A plain date without its weekday, such as a date of birth: "6 August 2026". */
export function formatCalendarDate(date: string): string {
  const { day, month, year } = dateWords(date)
  return `${day}${NO_BREAK}${month} ${year}`
}

/** A plain date's weekday and its day and month: ["Wednesday", "6 August"]. */
export function weekdayAndDay(date: string): [weekday: string, day: string] {
  const { weekday, day, month } = dateWords(date)
  return [weekday, `${day}${NO_BREAK}${month}`]
}

/** The month of a plain date: "August 2026". */
export function monthAndYear(date: string): string {
  const { month, year } = dateWords(date)
  return `${month} ${year}`
}

/** From one plain date to another: "3 to 9 August 2026", "31 August to 6 September 2026". */
export function formatDateRange(from: string, to: string): string {
  const first = dateWords(from)
  const last = dateWords(to)
  const end = formatCalendarDate(to)
  if (first.year !== last.year) return `${formatCalendarDate(from)} to ${end}`
  if (first.month !== last.month) return `${first.day}${NO_BREAK}${first.month} to ${end}`
  return `${first.day} to ${end}`
}

/** An instant's date in full: "Wednesday 6 August 2026". */
export function formatDate(instant: Instant, timeZone: string): string {
  return formatPlainDate(plainDateAt(instant, timeZone))
}

/**
 * An instant's time: "9:30am", "5pm", "12 noon", "midnight". Where the clocks go back and the
 * wall time happens twice, the zone tells which: "1:30am BST".
 */
export function formatTime(instant: Instant, timeZone: string): string {
  const wall = wallTime(instant, timeZone)
  const { hour, minute } = wall
  const zone = happensTwice(instant, wall, timeZone) ? ` ${zoneName(instant, timeZone)}` : ''
  return `${clockWords(hour, minute)}${zone}`
}

/** A time of the clinic's clock, `HH:mm`, as `formatTime` says it: "9:30am". */
export function formatClockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return clockWords(hour, minute)
}

/** Midnight and noon by name, because 12am is read either way. */
function clockWords(hour: number, minute: number): string {
  if (minute === 0 && hour % 12 === 0) return hour === 0 ? 'midnight' : '12 noon'
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes}${hour < 12 ? 'am' : 'pm'}`
}

/** Clocks go back by an hour, or by half an hour on Lord Howe Island. */
function happensTwice(instant: Instant, wall: WallTime, timeZone: string): boolean {
  if (wall.hour > LAST_HOUR_OF_CLOCK_CHANGES) return false
  return [-60, -30, 30, 60].some((minutes) => {
    const other = wallTime(new Date(instant).getTime() + minutes * MS_PER_MINUTE, timeZone)
    return other.hour === wall.hour && other.minute === wall.minute
  })
}

function zoneName(instant: Instant, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: 'numeric',
    timeZoneName: 'short',
  }).formatToParts(new Date(instant))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** "9:30am to 10am". */
export function formatTimeRange(start: Instant, end: Instant, timeZone: string): string {
  return `${formatTime(start, timeZone)} to ${formatTime(end, timeZone)}`
}

/** "9:30am on Wednesday 6 August 2026". */
export function formatDateTime(instant: Instant, timeZone: string): string {
  return `${formatTime(instant, timeZone)} on ${formatDate(instant, timeZone)}`
}

/** Whole minutes: "30 minutes", "1 hour 15 minutes". */
export function formatDuration(minutes: number): string {
  return inWords(minutes, 'hour', 'minute')
}

/** Whole seconds: "9 minutes 30 seconds", "1 minute", "0 seconds". */
export function formatSeconds(seconds: number): string {
  return inWords(seconds, 'minute', 'second')
}

function inWords(amount: number, large: string, small: string): string {
  const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  const whole = Math.floor(amount / 60)
  const rest = amount % 60
  if (whole === 0) return counted(rest, small)
  return rest === 0 ? counted(whole, large) : `${counted(whole, large)} ${counted(rest, small)}`
}
