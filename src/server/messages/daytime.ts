import { sql } from 'kysely'
import { timeOf } from '#lib/scheduling/clinic-time.ts'
import type { Services } from '../services.ts'

/** By the clock of the clinic. Nobody is reminded at night. */
export const MORNING = '08:00'
export const EVENING = '20:00'

/** Whether it is neither too early nor too late to remind anybody. */
export const isDaytime = ({ settings, now }: Pick<Services, 'settings' | 'now'>) =>
  sql<boolean>`(${new Date(now())}::timestamptz at time zone ${settings.CLINIC_TIME_ZONE})::time
    between ${MORNING} and ${EVENING}`

/** As `isDaytime`, for what is decided outside the database. */
export function isDaytimeAt({ settings, now }: Pick<Services, 'settings' | 'now'>): boolean {
  const time = timeOf(now(), settings.CLINIC_TIME_ZONE)
  return time >= MORNING && time <= EVENING
}
