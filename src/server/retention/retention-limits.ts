import { addDays } from '#lib/dates/format-date-time.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Settings } from '../settings.ts'

export type RetentionSettings = Pick<
  Settings,
  'CLINIC_TIME_ZONE' | 'GUEST_RETENTION_DAYS' | 'SAVED_FORM_RETENTION_DAYS'
>

export type RetentionLimits = { now: Date; guests: Date | null; savedForms: Date | null }

/** So many whole days of the clinic lie between the day of a last change and its removal. */
export function retentionLimits(settings: RetentionSettings, now: number): RetentionLimits {
  const zone = settings.CLINIC_TIME_ZONE
  const startBefore = (days: number | undefined) =>
    days === undefined ? null : new Date(startOfDay(addDays(toClinicDate(now, zone), -days), zone))
  return {
    now: new Date(now),
    guests: startBefore(settings.GUEST_RETENTION_DAYS),
    savedForms: startBefore(settings.SAVED_FORM_RETENTION_DAYS),
  }
}
