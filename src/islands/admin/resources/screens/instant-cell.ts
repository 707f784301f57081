import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { formatCalendarDate, formatTime, plainDateAt } from '#lib/dates/format-date-time.ts'

export const inColumn = (at: string, timeZone: string): string =>
  `${formatCalendarDate(plainDateAt(at, timeZone))}, ${formatTime(at, timeZone)}`

export const instantCell =
  (field: string) =>
  (record: AdminRecord, { timeZone }: { timeZone: string }): string =>
    inColumn(String(record[field]), timeZone)
