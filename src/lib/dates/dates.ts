import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { addDays, mondayBefore } from './format-date-time.ts'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

/* Plain dates by dayjs in UTC. The booking page is too small for dayjs (docs/decisions/0056). */
const PLAIN = 'YYYY-MM-DD'
const WRITTEN = 'DD/MM/YYYY'

export const toWrittenDate = (date: string) => dayjs.utc(date).format(WRITTEN)
export const fromWrittenDate = (text: string) => dayjs.utc(text, WRITTEN, true).format(PLAIN)

export const daysBetween = (first: string, second: string) =>
  dayjs.utc(second).diff(dayjs.utc(first), 'day')

export const isoWeekday = (date: string) => dayjs.utc(date).day() || 7

export type Period = { from: string; to: string }

export const daysIn = ({ from, to }: Period) => daysBetween(from, to) + 1

export function weekAround(date: string): Period {
  const from = mondayBefore(date)
  return { from, to: addDays(from, 6) }
}

export function monthAround(date: string): Period {
  const day = dayjs.utc(date)
  return { from: day.startOf('month').format(PLAIN), to: day.endOf('month').format(PLAIN) }
}

/** Gives the month before a month, else as many days directly before. */
export function periodBefore(period: Period): Period {
  const { from, to } = period
  const month = monthAround(from)
  const dayBefore = addDays(from, -1)
  if (from === month.from && to === month.to) return monthAround(dayBefore)
  return { from: addDays(from, -daysIn(period)), to: dayBefore }
}
