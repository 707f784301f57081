import type { RuleViolation } from '../contract/clinic-appointments.ts'
import { addDays, formatTimeRange } from '../dates/format-date-time.ts'
import { startOfDay, toClinicDate } from './clinic-time.ts'
import { type HeldCompetency, missingCompetencies } from './competence.ts'
import { contains, type Interval, overlaps } from './intervals.ts'
import { SLOT_MARK_MINUTES, SLOT_MARK_MS } from './slot-mark.ts'

const MINUTE = 60_000

export type Busy = Interval & {
  by?: 'clinician' | 'room'
  what?: string
}

export type StaffedOccurrence = {
  occurrenceId: number
  availabilityId: number
  staffId: number
  roomId: number
  siteId: number
  start: number
  end: number
  busy: Busy[]
  isTypeNotOffered?: boolean
  isStaffInactive?: boolean
  isRoomWithdrawn?: boolean
}

export type BookingRules = {
  duration: number
  zone: string
  now: number
  noticeMinutes: number
  horizonDays: number | null
  required: number[]
  competencies: Map<number, HeldCompetency[]>
  competencyNames?: Map<number, string>
  isDisabled?: boolean
  isDurationRefused?: boolean
  mayOverrideType?: boolean
  patientBusy?: Interval[]
}

export function checkedDuration({ duration }: BookingRules): number {
  if (!(duration > 0)) throw new RangeError(`duration must be above 0 minutes, not ${duration}`)
  return duration * MINUTE
}

export function earliestStart({ now, noticeMinutes }: BookingRules): number {
  return now + Math.max(0, noticeMinutes) * MINUTE
}

/** Is the first instant past the last bookable day. */
export function horizonEnd({ now, horizonDays, zone }: BookingRules): number {
  if (horizonDays === null) return Number.POSITIVE_INFINITY
  return startOfDay(addDays(toClinicDate(now, zone), horizonDays + 1), zone)
}

export function violationsOfStart(rules: BookingRules, start: number): RuleViolation[] {
  const violations: RuleViolation[] = []
  const add = (code: RuleViolation['code'], detail: string) => violations.push({ code, detail })
  if (start % SLOT_MARK_MS !== 0) {
    add('off_mark', `Appointments start on a ${SLOT_MARK_MINUTES}-minute mark.`)
  }
  if (start < rules.now) {
    add('in_the_past', 'That time has passed.')
  } else if (start < earliestStart(rules)) {
    add(
      'within_notice',
      `Appointments must be booked at least ${rules.noticeMinutes} minutes ahead.`,
    )
  }
  if (start >= horizonEnd(rules)) {
    add('beyond_horizon', `Appointments can be booked at most ${rules.horizonDays} days ahead.`)
  }
  if (rules.isDisabled) {
    add('disabled', 'This appointment type cannot be booked at present.')
  }
  if (rules.isDurationRefused) {
    add('duration_fixed', 'You do not have permission to change durations.')
  }
  const appointment = { start, end: start + checkedDuration(rules) }
  for (const taken of overlapping(rules.patientBusy ?? [], appointment)) {
    const time = formatTimeRange(taken.start, taken.end, rules.zone)
    add('patient_taken', `The patient has another appointment from ${time} at that time.`)
  }
  return violations
}

export function isFree({ busy }: StaffedOccurrence, appointment: Interval): boolean {
  return !busy.some((taken) => overlaps(taken, appointment))
}

/** Clinician and room are in use, and the type is offered or overridden. */
export function isOffered(occurrence: StaffedOccurrence, rules: BookingRules): boolean {
  const isInUse = !occurrence.isStaffInactive && !occurrence.isRoomWithdrawn
  return isInUse && (!occurrence.isTypeNotOffered || rules.mayOverrideType === true)
}

/** Allows the appointment, so that only its time can be taken. */
export function isEligible(
  occurrence: StaffedOccurrence,
  rules: BookingRules,
  day: string,
): boolean {
  return isOffered(occurrence, rules) && missingAt(occurrence, rules, day).length === 0
}

/**
 * Empty when an occurrence takes the appointment. "Occupied" is for occurrences that could take it
 * at another time, competence only where none could.
 */
export function violationsOfOccurrences(
  occurrences: readonly StaffedOccurrence[],
  rules: BookingRules,
  appointment: Interval,
): RuleViolation[] {
  const onDuty = occurrences.filter((occurrence) => contains(occurrence, appointment))
  if (onDuty.length === 0) {
    const detail = 'There are no working hours for the whole of this time.'
    return [{ code: 'outside_hours', detail }]
  }
  const day = toClinicDate(appointment.start, rules.zone)
  const eligible = onDuty.filter((occurrence) => isEligible(occurrence, rules, day))
  const considered = eligible.length > 0 ? eligible : onDuty
  const violations = violationsOfTime(considered, rules, appointment)
  if (eligible.length > 0) return violations
  return [...violations, ...violationsOfEligibility(onDuty, rules, day)]
}

function violationsOfTime(
  occurrences: readonly StaffedOccurrence[],
  { zone }: BookingRules,
  appointment: Interval,
): RuleViolation[] {
  if (occurrences.some((occurrence) => isFree(occurrence, appointment))) return []
  const [only, another] = occurrences
  const taken = only && !another ? overlapping(only.busy, appointment) : []
  const explained = taken.flatMap(({ by, what, start, end }): RuleViolation[] => {
    if (!by || !what) return []
    const time = formatTimeRange(start, end, zone)
    return by === 'clinician'
      ? [{ code: 'occupied', detail: `The clinician already has ${what} from ${time}.` }]
      : [{ code: 'room_taken', detail: `The room is taken by ${what} from ${time}.` }]
  })
  if (explained.length > 0) return explained
  const detail = 'The clinician or the room is already booked at that time.'
  return [{ code: 'occupied', detail }]
}

function violationsOfEligibility(
  onDuty: readonly StaffedOccurrence[],
  rules: BookingRules,
  day: string,
): RuleViolation[] {
  const violations: RuleViolation[] = []
  if (onDuty.some(({ isStaffInactive }) => isStaffInactive)) {
    violations.push({
      code: 'staff_inactive',
      detail: 'The clinician does not work here at present.',
    })
  }
  if (onDuty.some(({ isRoomWithdrawn }) => isRoomWithdrawn)) {
    violations.push({ code: 'room_withdrawn', detail: 'The room is out of use at present.' })
  }
  if (!rules.mayOverrideType && onDuty.some(({ isTypeNotOffered }) => isTypeNotOffered)) {
    violations.push({
      code: 'type_not_offered',
      detail: 'The clinician is not offering this appointment type then.',
    })
  }
  const missing = onDuty.flatMap((occurrence) => missingAt(occurrence, rules, day))
  const expired = missing.filter(({ reason }) => reason === 'expired')
  const notHeld = missing.filter(({ reason }) => reason !== 'expired')
  if (notHeld.length > 0) {
    violations.push({
      code: 'competency_missing',
      detail: `The clinician will not hold a competency that this appointment type needs on that day${named(notHeld, rules)}.`,
    })
  }
  if (expired.length > 0) {
    violations.push({
      code: 'competency_expired',
      detail: `A competency that this appointment type needs will have expired by that day${named(expired, rules)}.`,
    })
  }
  return violations
}

const missingAt = ({ staffId }: StaffedOccurrence, rules: BookingRules, day: string) =>
  missingCompetencies(rules.required, rules.competencies.get(staffId) ?? [], day)

function named(missing: { competencyId: number }[], { competencyNames }: BookingRules): string {
  const names = missing.map(({ competencyId }) => competencyNames?.get(competencyId))
  const known = [...new Set(names)].filter((name) => name !== undefined)
  return known.length > 0 ? `: ${known.join(', ')}` : ''
}

const overlapping = <Taken extends Interval>(busy: readonly Taken[], appointment: Interval) =>
  busy.filter((taken) => overlaps(taken, appointment))
