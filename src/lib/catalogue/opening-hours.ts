import {
  type DayHours,
  HOURS_DAYS,
  type HoursDay,
  type OpeningHours,
} from '../contract/opening-hours.ts'
import { isHoliday } from '../dates/bank-holidays.ts'
import { isoWeekday } from '../dates/dates.ts'
import { addDays, clockAt, formatClockTime, plainDateAt } from '../dates/format-date-time.ts'

type NextOpening = {
  daysAhead: number
  day: HoursDay
  opens: string | null
}

export type OpeningTexts =
  | { state: 'open'; closes: string }
  | { state: 'varies'; day: HoursDay }
  | { state: 'closed'; next: NextOpening | null }

/** Christmas next to a weekend closes four days; a week covers any run. */
const DAYS_TO_LOOK_AHEAD = 8

export const dayNames: Readonly<Record<HoursDay, string>> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
  bank_holiday: 'Bank holidays',
}

/** In the given IANA zone. The closing minute counts as closed. */
export function openingNow(hours: OpeningHours, instant: Date, timeZone: string): OpeningTexts {
  const date = plainDateAt(instant, timeZone)
  const time = clockAt(instant, timeZone)
  const today = hoursDay(date)
  if (hours[today] === 'OPEN') return { state: 'varies', day: today }
  const present = toRanges(hours[today]).find(({ opens, closes }) => time >= opens && time < closes)
  if (present) return { state: 'open', closes: present.closes }
  for (let daysAhead = 0; daysAhead <= DAYS_TO_LOOK_AHEAD; daysAhead += 1) {
    const day = hoursDay(addDays(date, daysAhead))
    const after = daysAhead === 0 ? time : ''
    if (hours[day] === 'OPEN') return { state: 'closed', next: { daysAhead, day, opens: null } }
    const next = toRanges(hours[day]).find(({ opens }) => opens > after)
    if (next) return { state: 'closed', next: { daysAhead, day, opens: next.opens } }
  }
  return { state: 'closed', next: null }
}

const toRanges = (hours: DayHours) => (typeof hours === 'string' ? [] : hours)

export function hoursDayAt(instant: Date, timeZone: string): HoursDay {
  return hoursDay(plainDateAt(instant, timeZone))
}

const displayTime = (time: string) => formatClockTime(time === '24:00' ? '00:00' : time)

export function displayHours(hours: DayHours): string {
  if (hours === 'OPEN') return 'Open, times vary'
  if (hours === 'CLOSED') return 'Closed'
  return hours
    .map(({ opens, closes }) => `${displayTime(opens)} to ${displayTime(closes)}`)
    .join(', ')
}

export function displayOpening(opening: OpeningTexts): string {
  switch (opening.state) {
    case 'open':
      return `Open now, until ${displayTime(opening.closes)}`
    case 'varies':
      return opening.day === 'bank_holiday'
        ? 'Bank holiday: open at times that vary'
        : 'Open today, times vary'
    case 'closed':
      return opening.next ? `Closed now. Opens ${displayNext(opening.next)}` : 'Closed now'
  }
}

function displayNext({ daysAhead, day, opens }: NextOpening): string {
  const holiday = day === 'bank_holiday'
  const name =
    ['today', 'tomorrow'][daysAhead] ?? (holiday ? `in ${daysAhead} days` : `on ${dayNames[day]}`)
  const reason = holiday ? ' (bank holiday)' : ''
  return opens === null
    ? `${name}${reason} at times that vary`
    : `${name}${reason} at ${displayTime(opens)}`
}

const hoursDay = (date: string): HoursDay =>
  (!isHoliday(date) && HOURS_DAYS[isoWeekday(date) - 1]) || 'bank_holiday'
