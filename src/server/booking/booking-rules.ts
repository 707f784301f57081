import type { RawBuilder } from 'kysely'
import type { RuleViolation } from '#lib/contract/clinic-appointments.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { can, permits } from '#lib/policy/policy.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { BookingRules } from '#lib/scheduling/rule-violations.ts'
import { findVisibility, type Visibility } from '../catalogue/visibility.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, Refusal, slotTaken } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import type { Explanation, OpeningsReading } from './read-openings.ts'
import { isReservedForWaiting } from './reserved-for-waiting.ts'

type TypeReading = Pick<OpeningsReading, 'type' | 'competencies'> & Partial<OpeningsReading>

export function bookingRules(
  settings: Settings,
  { type, competencies, competencyNames }: TypeReading,
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
    ...(competencyNames && { competencyNames }),
    isDisabled: type.disabled,
  }
}

/** Is the first instant past the last day that visitors book. */
export const bookingHorizon = (
  { CLINIC_TIME_ZONE: zone, BOOKING_HORIZON_DAYS }: Settings,
  now: number,
) => startOfDay(addDays(toClinicDate(now, zone), BOOKING_HORIZON_DAYS + 1), zone)

export type Audience = {
  settings: Settings
  sees: Visibility
  /** Time that is kept for people who wait cannot be booked. */
  isKept?: RawBuilder<boolean>
  /** Staff may know why a time cannot be booked. */
  explain?: Explanation
  rules: Partial<BookingRules> & Pick<BookingRules, 'now'>
  mayChooseDuration: boolean
  refusalOf: (violations: RuleViolation[]) => Refusal
}

type Rules = Pick<Services, 'settings' | 'now'>

/** Books by the rules for visitors, also time that is reserved for people who wait. */
export const asOffered = ({ settings, now }: Rules, sees: Visibility): Audience => ({
  settings,
  sees,
  rules: { now: now() },
  mayChooseDuration: false,
  refusalOf: refusalForVisitors,
})

export const asVisitor = (services: Services, sees: Visibility): Audience => ({
  ...asOffered(services, sees),
  isKept: isReservedForWaiting(services),
})

export const withoutNotice = (services: Rules, sees: Visibility): Audience =>
  asOffered({ ...services, settings: { ...services.settings, BOOKING_NOTICE_MINUTES: 0 } }, sees)

/**
 * Staff are free of notice and horizon, and enter walk-ins later on the same day.
 * @param bookedWith the clinician of the appointment that is rescheduled.
 */
export function asStaff({ services, viewer }: SignedInCall, bookedWith?: number): Audience {
  const { settings, now } = services
  const zone = settings.CLINIC_TIME_ZONE
  return {
    settings,
    sees: findVisibility(viewer),
    explain: { mayName: (staffId) => can(viewer, 'appointment.see', { staffId }) },
    rules: {
      now: startOfDay(toClinicDate(now(), zone), zone),
      noticeMinutes: 0,
      horizonDays: null,
      mayOverrideType: can(viewer, 'appointment.overrideType'),
    },
    mayChooseDuration:
      bookedWith === undefined
        ? can(viewer, 'appointment.overrideDuration')
        : permits(viewer, 'appointment.changeDuration', { staffId: bookedWith }) === 'yes',
    refusalOf: refusalForStaff,
  }
}

// Other reasons would reveal something about clinicians.
const PUBLIC_REASONS = new Set<RuleViolation['code']>([
  'in_the_past',
  'within_notice',
  'beyond_horizon',
])

function refusalForVisitors(violations: RuleViolation[]): Refusal {
  if (violations.some(({ code }) => code === 'disabled')) {
    return new Refusal('conflict', 'You cannot book this service at the moment.')
  }
  const [reason] = violations
  if (reason?.code === 'off_mark') return invalid({ start: [reason.detail] })
  return slotTaken(reason && PUBLIC_REASONS.has(reason.code) ? reason.detail : undefined)
}

/** Reasons that another time cannot solve come first. */
function refusalForStaff(violations: RuleViolation[]): Refusal {
  const details = violations.map(({ detail }) => detail)
  const detail = details.join(' ')
  const has = (...codes: RuleViolation['code'][]) =>
    violations.some(({ code }) => codes.includes(code))
  if (has('off_mark', 'in_the_past')) return invalid({ start: details })
  if (has('duration_fixed', 'type_not_offered')) return new Refusal('not_allowed', detail)
  const isLacking = has('competency_missing', 'competency_expired')
  if (isLacking || has('disabled', 'staff_inactive', 'room_withdrawn')) {
    return new Refusal('conflict', detail)
  }
  if (has('occupied', 'room_taken', 'outside_hours')) return slotTaken(detail)
  return new Refusal('conflict', detail)
}
