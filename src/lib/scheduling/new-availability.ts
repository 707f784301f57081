import { addDays } from '../dates/format-date-time.ts'
import type { AvailabilityRule } from './recurrence.ts'

const DAILY = 3

/** 29 February becomes the 28th. */
export function yearAfter(date: string): string {
  const year = Number(date.slice(0, 4)) + 1
  const day = date.slice(4)
  return `${year}${day === '-02-29' ? '-02-28' : day}`
}

export function newAvailability(today: string): AvailabilityRule {
  const startDate = addDays(today, 1)
  return {
    startDate,
    startTime: '09:00',
    endTime: '17:30',
    recurring: false,
    recurringUntil: yearAfter(startDate),
    repeatEvery: 1,
    freq: DAILY,
    weekdays: [0, 1, 2, 3, 4],
    months: [],
    exceptBankHolidays: false,
    exceptHolidayDates: true,
    exceptions: [],
  }
}
