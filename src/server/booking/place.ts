import { addDays } from '#lib/format-date-time.ts'
import { candidatesAt, explainViolations } from '#lib/scheduling/bookability.ts'
import { dateOf, startOfDay } from '#lib/scheduling/clinic-time.ts'
import type { BookingRules, Opening, RuleViolation } from '#lib/scheduling/rule-violations.ts'
import { isVisibleType } from '../catalogue/listed.ts'
import { type Visibility, visibilityOf } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, notFound, Refusal, slotTaken } from '../refusal.ts'
import { readPlaceCalendar } from './staff-calendar.ts'

/** Where and when somebody who works here wants an appointment to be. */
export type OpeningQuery = {
  typeId: number
  /** Epoch milliseconds. */
  start: number
  /** Minutes; left out: the type's. */
  duration?: number | undefined
  /** What was agreed already (minutes) and needs no permission again. */
  agreed?: { typeId: number; duration: number; siteId: number } | undefined
  staffId?: number | undefined
  roomId?: number | undefined
  siteId?: number | undefined
  patientId?: number | undefined
  /** An appointment that is to be moved: it does not stand in its own way. */
  exceptId?: number | undefined
}

/** A place that will do; `duration` in minutes. */
export type Place = Pick<Opening, 'occurrenceId' | 'availabilityId'> & {
  staffId: number
  roomId: number
  siteId: number
  duration: number
  /** The type's, in minutes. */
  typeDuration: number
  /** What needed a permission of its own. */
  overrides: ('duration' | 'appointment_type')[]
}

type Considered = {
  rules: BookingRules
  openings: Opening[]
  /** The type's, in minutes. */
  typeDuration: number
}

/**
 * The places at which an appointment can be, the best first.
 * @throws Refusal of the kind that stands against it: `slot_taken` where the time is gone, `conflict`
 *   where it could never be, `not_allowed` for a missing permission, `invalid` for a start that is none.
 */
export async function findPlaces(
  executor: Executor,
  call: SignedInCall,
  wanted: OpeningQuery,
): Promise<[Place, ...Place[]]> {
  const considered = await consider(executor, call, wanted)
  const { openings, rules } = considered
  const places = candidatesAt(openings, rules, wanted.start).map((opening) =>
    placeAt(opening, considered, wanted),
  )
  const [best, ...others] = places
  if (!best) throw refusalFrom(explainViolations(openings, rules, wanted.start))
  return [best, ...others]
}

/** Everything that stands against an appointment; empty where `findPlaces` finds one. */
export async function explainPlace(
  executor: Executor,
  call: SignedInCall,
  wanted: OpeningQuery,
): Promise<{ reasons: RuleViolation[]; onlineReasons: RuleViolation[] }> {
  const { openings, rules, typeDuration } = await consider(executor, call, wanted)
  const { settings, now } = call.services
  const online = {
    ...rules,
    now: now(),
    noticeMinutes: settings.BOOKING_NOTICE_MINUTES,
    horizonDays: settings.BOOKING_HORIZON_DAYS,
    mayOverrideType: false,
    isDurationRefused: rules.duration !== typeDuration,
  }
  return {
    reasons: explainViolations(openings, rules, wanted.start),
    onlineReasons: explainViolations(openings, online, wanted.start),
  }
}

async function consider(
  executor: Executor,
  { services, viewer }: SignedInCall,
  wanted: OpeningQuery,
): Promise<Considered> {
  const zone = services.settings.CLINIC_TIME_ZONE
  const sees = visibilityOf(viewer)
  const type = await readType(executor, wanted.typeId, sees)
  const isAgreed = wanted.agreed?.typeId === wanted.typeId
  if (!type || (!type.isVisible && !isAgreed)) throw notFound('This appointment type')
  const duration = wanted.duration ?? type.duration
  const today = startOfDay(dateOf(services.now(), zone), zone)
  const date = dateOf(wanted.start, zone)
  const { openings, ...calendar } = await readPlaceCalendar(executor, {
    ...wanted,
    seesHiddenSites: sees.sites,
    keptSiteId: wanted.agreed?.siteId,
    time: { start: wanted.start, end: wanted.start + duration * 60_000 },
    day: { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) },
    required: type.required,
    zone,
    mayName: (staffId) =>
      staffId === viewer.staffId || viewer.permissions.has('clinic.view_other_appointments'),
  })
  return {
    openings,
    typeDuration: type.duration,
    rules: {
      ...calendar,
      duration,
      zone,
      // Whoever came without an appointment is entered afterwards, but on the same day.
      now: today,
      noticeMinutes: 0,
      horizonDays: null,
      required: type.required,
      isDisabled: type.disabled,
      isDurationRefused:
        isChosenDuration(duration, type.duration, wanted) &&
        !viewer.permissions.has('clinic.override_appointment_duration'),
      mayOverrideType: viewer.permissions.has('clinic.override_appointment_types'),
    },
  }
}

async function readType(executor: Executor, id: number, sees: Visibility) {
  const type = await executor
    .selectFrom('appointment_type')
    .select(['duration', 'disabled', isVisibleType(sees).as('isVisible')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!type) return undefined
  const required = await executor
    .selectFrom('appointment_type_competency')
    .select('competency_id')
    .where('appointment_type_id', '=', id)
    .orderBy('competency_id')
    .execute()
  return { ...type, required: required.map(({ competency_id }) => competency_id) }
}

function placeAt(
  opening: Opening,
  { rules, typeDuration }: Considered,
  wanted: OpeningQuery,
): Place {
  const { occurrenceId, availabilityId, staffId, roomId, siteId } = opening
  const { duration } = rules
  return {
    occurrenceId,
    availabilityId,
    staffId,
    roomId,
    siteId,
    duration,
    typeDuration,
    overrides: [
      ...(isChosenDuration(duration, typeDuration, wanted) ? ['duration' as const] : []),
      ...(opening.isTypeNotOffered ? ['appointment_type' as const] : []),
    ],
  }
}

const isChosenDuration = (minutes: number, ofType: number, { agreed, typeId }: OpeningQuery) =>
  minutes !== ofType && !(agreed?.typeId === typeId && agreed.duration === minutes)

/** What cannot be put right by another time is said first. */
function refusalFrom(violations: RuleViolation[]): Refusal {
  const detail = violations.map((violation) => violation.detail).join(' ')
  const has = (...codes: RuleViolation['code'][]) =>
    violations.some(({ code }) => codes.includes(code))
  if (has('off_mark', 'in_the_past'))
    return invalid({ start: violations.map((each) => each.detail) })
  if (has('duration_fixed', 'type_not_offered')) return new Refusal('not_allowed', detail)
  const isLacking = has('competency_missing', 'competency_expired')
  if (isLacking || has('disabled', 'staff_inactive', 'room_withdrawn')) {
    return new Refusal('conflict', detail)
  }
  if (has('occupied', 'room_taken', 'outside_hours')) return slotTaken(detail)
  return new Refusal('conflict', detail)
}
