import { Temporal } from 'temporal-polyfill'
import { isBankHoliday } from './bank-holidays.ts'
import { type Branch, type DayHours, type HoursDay, WEEKDAYS } from './branches.ts'
import { formatTime } from './format-date-time.ts'

/** The next time a branch opens. */
type NextOpening = {
  /** 0 is today, 1 tomorrow. */
  daysAhead: number
  day: HoursDay
  /** `HH:mm`, or null where the times of that day vary. */
  opens: string | null
}

/** Whether a branch is open, as a visitor needs to hear it. */
export type Opening =
  | { state: 'open'; closes: string }
  /** Open some of the day, at times the branch does not list. */
  | { state: 'varies' }
  | { state: 'closed'; next: NextOpening | null }

/** Christmas with a weekend on either side closes a branch for four days; a week covers any run. */
const DAYS_TO_LOOK_AHEAD = 8

/**
 * Whether a branch is open at an instant, by the clock of the given IANA time zone.
 * The closing minute counts as closed. Null where the branch lists no hours.
 */
export function openingNow(branch: Branch, instant: Date, timeZone: string): Opening | null {
  const { hours } = branch
  if (!hours) return null
  const now = clinicClock(instant, timeZone)
  const date = now.toPlainDate()
  const time = now.toPlainTime().toString({ smallestUnit: 'minute' })
  const today = hours[hoursDay(date)]
  if (today === 'OPEN') return { state: 'varies' }
  if (today !== 'CLOSED' && time >= today.opens && time < today.closes) {
    return { state: 'open', closes: today.closes }
  }
  for (let daysAhead = 0; daysAhead <= DAYS_TO_LOOK_AHEAD; daysAhead += 1) {
    const day = hoursDay(date.add({ days: daysAhead }))
    const opens = opensAt(hours[day])
    if (opens === undefined) continue
    if (daysAhead > 0 || (opens !== null && time < opens)) {
      return { state: 'closed', next: { daysAhead, day, opens } }
    }
  }
  return { state: 'closed', next: null }
}

/** The row of the opening hours that applies on the clinic's date of an instant. */
export function hoursDayAt(instant: Date, timeZone: string): HoursDay {
  return hoursDay(clinicClock(instant, timeZone).toPlainDate())
}

/** A wall-clock time as people read it: `09:30` is "9:30am", `12:00` "midday". */
function displayTime(time: string): string {
  return formatTime(`2000-01-01T${time}Z`, 'UTC')
}

/** A day's hours as people read them: "9am to 5:30pm", "Closed", "Open, times vary". */
export function displayHours(hours: DayHours): string {
  if (hours === 'OPEN') return 'Open, times vary'
  if (hours === 'CLOSED') return 'Closed'
  return `${displayTime(hours.opens)} to ${displayTime(hours.closes)}`
}

/** One sentence about now: "Open now, until 5:30pm", "Closed now. Opens tomorrow at 9am". */
export function displayOpening(opening: Opening): string {
  switch (opening.state) {
    case 'open':
      return `Open now, until ${displayTime(opening.closes)}`
    case 'varies':
      return 'Bank holiday: open at times that vary'
    case 'closed':
      return opening.next ? `Closed now. Opens ${displayNext(opening.next)}` : 'Closed now'
  }
}

function displayNext({ daysAhead, day, opens }: NextOpening): string {
  const holiday = day === 'Bank holidays'
  const name = ['today', 'tomorrow'][daysAhead] ?? (holiday ? `in ${daysAhead} days` : `on ${day}`)
  const reason = holiday ? ' (bank holiday)' : ''
  return opens === null
    ? `${name}${reason} at times that vary`
    : `${name}${reason} at ${displayTime(opens)}`
}

function hoursDay(date: Temporal.PlainDate): HoursDay {
  return (!isBankHoliday(date) && WEEKDAYS[date.dayOfWeek - 1]) || 'Bank holidays'
}

/** `HH:mm`, null where times vary, undefined where closed. */
function opensAt(hours: DayHours): string | null | undefined {
  if (hours === 'CLOSED') return undefined
  return hours === 'OPEN' ? null : hours.opens
}

function clinicClock(instant: Date, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
}
