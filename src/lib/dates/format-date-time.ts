/**
 * An instant is ISO 8601 text, a Date or epoch milliseconds, shown in the given IANA zone; a plain
 * date is `YYYY-MM-DD` without a zone.
 */
type Instant = string | number | Date

const MS_PER_DAY = 86_400_000
const MS_PER_MINUTE = 60_000
const LAST_HOUR_OF_CLOCK_CHANGES = 3

const clocks = new Map<string, Intl.DateTimeFormat>()

/** One formatter per zone, because making one is slow. */
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

export function wallTime(instant: Instant, timeZone: string): WallTime {
  const parts = new Map(
    clock(timeZone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return { date, hour: Number(parts.get('hour')), minute: Number(parts.get('minute')) }
}

export function plainDateAt(instant: Instant, timeZone: string): string {
  return wallTime(instant, timeZone).date
}

export function clockAt(instant: Instant, timeZone: string): string {
  const { hour, minute } = wallTime(instant, timeZone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

export function hourAt(instant: Instant, timeZone: string): number {
  return wallTime(instant, timeZone).hour
}

/** Negative days go back; after year 9999 the result is `+010000-01-01`. */
export function addDays(date: string, days: number): string {
  const instant = new Date(Date.parse(date) + days * MS_PER_DAY).toISOString()
  return instant.slice(0, instant.indexOf('T'))
}

export function mondayBefore(date: string): string {
  const sundayFirst = new Date(date).getUTCDay()
  return addDays(date, -((sundayFirst + 6) % 7))
}

/** Keeps day and month on one line. */
const NO_BREAK = '\u00a0'

type DateParts = { weekday: string; day: string; month: string; year: string }

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

function formatDateParts(date: string): DateParts {
  const parts = new Map(
    dateFormat.formatToParts(new Date(date)).map(({ type, value }) => [type, value]),
  )
  const part = (name: keyof DateParts) => parts.get(name) ?? ''
  return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') }
}

export function formatPlainDate(date: string): string {
  const { weekday, day, month, year } = formatDateParts(date)
  return `${weekday} ${day}${NO_BREAK}${month} ${year}`
}

/** "Today", "Tomorrow", "Mon 30 Nov" */
export function formatNearDay(date: string, today: string): string {
  if (date === today) return 'Today'
  if (date === addDays(today, 1)) return 'Tomorrow'
  const { weekday, day, month } = formatDateParts(date)
  return `${weekday.slice(0, 3)} ${day}${NO_BREAK}${month.slice(0, 3)}`
}

export function formatCalendarDate(date: string): string {
  const { day, month, year } = formatDateParts(date)
  return `${day}${NO_BREAK}${month} ${year}`
}

export function weekdayAndDay(date: string): [weekday: string, day: string] {
  const { weekday, day, month } = formatDateParts(date)
  return [weekday, `${day}${NO_BREAK}${month}`]
}

export function monthAndYear(date: string): string {
  const { month, year } = formatDateParts(date)
  return `${month} ${year}`
}

export function formatDateRange(from: string, to: string): string {
  const first = formatDateParts(from)
  const last = formatDateParts(to)
  const end = formatCalendarDate(to)
  if (first.year !== last.year) return `${formatCalendarDate(from)} to ${end}`
  if (first.month !== last.month) return `${first.day}${NO_BREAK}${first.month} to ${end}`
  return `${first.day} to ${end}`
}

export function formatDate(instant: Instant, timeZone: string): string {
  return formatPlainDate(plainDateAt(instant, timeZone))
}

/** Adds the zone where a wall time happens twice: "1:30am BST". */
export function formatTime(instant: Instant, timeZone: string): string {
  const wall = wallTime(instant, timeZone)
  const { hour, minute } = wall
  const zone = happensTwice(instant, wall, timeZone) ? ` ${zoneName(instant, timeZone)}` : ''
  return `${formatClock(hour, minute)}${zone}`
}

export function formatClockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return formatClock(hour, minute)
}

/** Names midnight and noon, because 12am is ambiguous. */
function formatClock(hour: number, minute: number): string {
  if (minute === 0 && hour % 12 === 0) return hour === 0 ? 'midnight' : '12 noon'
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes}${hour < 12 ? 'am' : 'pm'}`
}

/** Clocks go back by an hour, or half an hour on Lord Howe Island. */
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

export function formatTimeRange(start: Instant, end: Instant, timeZone: string): string {
  return `${formatTime(start, timeZone)} to ${formatTime(end, timeZone)}`
}

export function formatDateTime(instant: Instant, timeZone: string): string {
  return `${formatTime(instant, timeZone)} on ${formatDate(instant, timeZone)}`
}

export function formatDuration(minutes: number): string {
  return formatAmount(minutes, 'hour', 'minute')
}

export function formatSeconds(seconds: number): string {
  return formatAmount(seconds, 'minute', 'second')
}

function formatAmount(amount: number, large: string, small: string): string {
  const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  const whole = Math.floor(amount / 60)
  const rest = amount % 60
  if (whole === 0) return counted(rest, small)
  return rest === 0 ? counted(whole, large) : `${counted(whole, large)} ${counted(rest, small)}`
}
