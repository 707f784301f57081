import type { ClinicFormProgress } from '#lib/contract/booking.ts'
import { formatTimeRange } from '#lib/dates/format-date-time.ts'
import { formatAlerts, formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import { formatAttendance } from '#lib/own-appointments/appointment-attendance.ts'
import type { Block } from './schedule-layout.ts'

type Status = Block['appointment']['status']

const shortStatusLabels: Record<Status, string> = {
  held: 'Held',
  booked: 'Booked',
  completed: 'Completed',
  did_not_attend: 'Did not attend',
}

export function formatStatus({
  status,
  is_coming,
}: Pick<Block['appointment'], 'status' | 'is_coming'>): string {
  const text = shortStatusLabels[status]
  if (status !== 'booked' || is_coming === null) return text
  return `${text}, ${formatAttendance({ is_coming }).toLowerCase()}`
}

/** It says all that a block says, for those who do not see it. */
export function formatBlock({ appointment, whole, type, who, where }: Block, timeZone: string) {
  const { status, forms } = appointment
  const time = formatTimeRange(whole.start, whole.end, timeZone)
  const patient = status === 'held' ? 'being booked' : who
  return [
    time,
    type,
    patient,
    ...formatFormAlerts(forms),
    formatStatus(appointment).toLowerCase(),
    where,
    forms && formatStaffFormProgress(forms),
  ]
    .filter(Boolean)
    .join(', ')
}

export const formatFormAlerts = (forms: ClinicFormProgress | null): string[] =>
  formatAlerts(forms?.alerts ?? [])
