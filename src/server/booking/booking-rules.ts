import type { BookingRules } from '#lib/scheduling/bookability.ts'
import type { Settings } from '../settings.ts'
import type { Calendar } from './calendar.ts'

/** The rules that list, hold and book alike; `now` in epoch milliseconds. */
export function bookingRules(
  settings: Settings,
  { type, competencies }: Pick<Calendar, 'type' | 'competencies'>,
  now: number,
): BookingRules {
  return {
    duration: type.duration,
    zone: settings.CLINIC_TIME_ZONE,
    now,
    noticeMinutes: settings.BOOKING_NOTICE_MINUTES,
    horizonDays: settings.BOOKING_HORIZON_DAYS,
    required: type.required,
    competencies,
  }
}
