import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** By the clock of the clinic. Nobody is reminded at night. */
export const MORNING = '08:00'
export const EVENING = '20:00'

/** Whether it is neither too early nor too late to remind anybody. */
export const isDaytime = ({ settings, now }: Pick<Services, 'settings' | 'now'>) =>
  sql<boolean>`(${new Date(now())}::timestamptz at time zone ${settings.CLINIC_TIME_ZONE})::time
    between ${MORNING} and ${EVENING}`
