import { weekdayAndDay } from '#lib/dates/format-date-time.ts'

const DAYS_IN_WEEK = 7
const LETTERS = 3

export function shortDay(date: string, days: number): string {
  const [weekday, day] = weekdayAndDay(date)
  if (days <= DAYS_IN_WEEK) return weekday.slice(0, LETTERS)
  const [number = '', month = ''] = day.split('\u00a0')
  return `${number}\u00a0${month.slice(0, LETTERS)}`
}
