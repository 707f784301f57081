import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'
import { formatCalendarDate, formatClockTime } from '#lib/dates/format-date-time.ts'
import { weekdays } from '#lib/dates/weekdays.ts'

type Preference = Pick<WaitingListEntry, 'days' | 'from_time' | 'to_time' | 'sites' | 'until'>

export const formatPreference = (preference: Preference): string =>
  [
    formatDays(preference.days),
    formatHours(preference),
    preference.sites.length === 0 ? 'any branch' : either(preference.sites.map(({ name }) => name)),
    `until ${formatCalendarDate(preference.until)}`,
  ].join(', ')

function formatDays(days: readonly number[]): string {
  if (days.length === weekdays.length) return 'any day'
  if (days.join() === '1,2,3,4,5') return 'Monday to Friday'
  return either(days.map((day) => weekdays[day - 1] ?? ''))
}

function formatHours({ from_time, to_time }: Preference): string {
  const isFromMidnight = from_time === '00:00'
  const isToMidnight = to_time === '23:59'
  if (isFromMidnight && isToMidnight) return 'any time'
  if (isFromMidnight) return `until ${formatClockTime(afterLast(to_time))}`
  if (isToMidnight) return `from ${formatClockTime(from_time)}`
  return `from ${formatClockTime(from_time)} to ${formatClockTime(afterLast(to_time))}`
}

const afterLast = (time: string) =>
  time.endsWith(':59') ? `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}:00` : time

const either = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
