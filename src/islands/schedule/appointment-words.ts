import { formatTimeRange } from '#lib/format-date-time.ts'
import type { Block } from './schedule-layout.ts'

type Status = Block['appointment']['status']

export const shortStatusWords: Record<Status, string> = {
  held: 'Held',
  booked: 'Booked',
  completed: 'Completed',
  did_not_attend: 'Did not attend',
}

/** All that a block says, for those who do not see it. */
export function blockInWords({ appointment, whole, type, who, where }: Block, timeZone: string) {
  const { status } = appointment
  const time = formatTimeRange(whole.start, whole.end, timeZone)
  const patient = status === 'held' ? 'being booked' : who
  return [time, type, patient, shortStatusWords[status].toLowerCase(), where]
    .filter(Boolean)
    .join(', ')
}
