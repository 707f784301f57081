import { addDays } from '../format-date-time.ts'
import { dateOf, startOfDay } from './clinic-time.ts'
import { type HeldCompetency, missingCompetencies } from './competence.ts'
import { contains, type Interval, overlaps } from './intervals.ts'
import { SLOT_MARK_MINUTES, SLOT_MARK_MS } from './slot-mark.ts'

/*
 * What stands against an appointment: the one set of rules behind what can be booked and the words for
 * what cannot.
 */

/** Appointments start on these marks of the clock. */

const MINUTE = 60_000

/** A time that is taken, and for those who may know: on whose side, and by what. */
export type Busy = Interval & {
  by?: 'clinician' | 'room'
  /** Such as "an appointment from 9:30am to 10am". */
  what?: string
}

/** One occurrence of an availability; instants are epoch milliseconds. */
export type Opening = {
  occurrenceId: number
  availabilityId: number
  staffId: number
  roomId: number
  siteId: number
  start: number
  end: number
  /** Whatever occupies the clinician or the room in or near the occurrence, in any order. */
  busy: Busy[]
  /** Not one of the types that the availability offers. */
  isTypeNotOffered?: boolean
  /** The clinician does not work here any more. */
  isStaffInactive?: boolean
  /** The room is out of use. */
  isRoomWithdrawn?: boolean
}

export type BookingRules = {
  /** Minutes, above 0. */
  duration: number
  /** The clinic's IANA zone, by whose dates the horizon and competence are judged. */
  zone: string
  /** Epoch milliseconds. */
  now: number
  noticeMinutes: number
  /** The last day that can be booked is this many days after today; null: any day. */
  horizonDays: number | null
  /** Ids of the competencies that the appointment type requires. */
  required: number[]
  /** By staff id; a clinician who is not in it holds none. */
  competencies: Map<number, HeldCompetency[]>
  /** By id, to name them to those who may know. */
  competencyNames?: Map<number, string>
  /** The type is not booked at present. */
  isDisabled?: boolean
  /** Another duration than the type's, for somebody who may not choose one. */
  isDurationRefused?: boolean
  /** Somebody who may book a type where it is not offered. */
  mayOverrideType?: boolean
  /** What else the patient has; `what` as in `Busy`. */
  patientBusy?: Busy[]
}

export type RuleViolation = {
  code:
    | 'off_mark'
    | 'in_the_past'
    | 'within_notice'
    | 'beyond_horizon'
    | 'disabled'
    | 'duration_fixed'
    | 'patient_taken'
    | 'outside_hours'
    | 'occupied'
    | 'room_taken'
    | 'staff_inactive'
    | 'room_withdrawn'
    | 'type_not_offered'
    | 'competency_missing'
    | 'competency_expired'
  detail: string
}

/** Milliseconds. A duration of 0 would be cut without end. */
export function durationOf({ duration }: BookingRules): number {
  if (!(duration > 0)) throw new RangeError(`duration must be above 0 minutes, not ${duration}`)
  return duration * MINUTE
}

export function earliestStart({ now, noticeMinutes }: BookingRules): number {
  return now + Math.max(0, noticeMinutes) * MINUTE
}

/** The first instant past the last day that can be booked. */
export function horizonEnd({ now, horizonDays, zone }: BookingRules): number {
  if (horizonDays === null) return Number.POSITIVE_INFINITY
  return startOfDay(addDays(dateOf(now, zone), horizonDays + 1), zone)
}

/** What speaks against the start itself, whoever would take it. */
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
  const appointment = { start, end: start + durationOf(rules) }
  for (const { what } of takenBy(rules.patientBusy ?? [], appointment)) {
    add('patient_taken', `The patient has ${what ?? 'another appointment'} at that time.`)
  }
  return violations
}

export function isFree({ busy }: Opening, appointment: Interval): boolean {
  return !busy.some((taken) => overlaps(taken, appointment))
}

/** Whether clinician and room are there, and the type is offered or may be booked all the same. */
export function isOffered(opening: Opening, rules: BookingRules): boolean {
  const isThere = !opening.isStaffInactive && !opening.isRoomWithdrawn
  return isThere && (!opening.isTypeNotOffered || rules.mayOverrideType === true)
}

/** Whether nothing about the opening itself stands against an appointment: only its time can. */
export function isEligible(opening: Opening, rules: BookingRules, day: string): boolean {
  return isOffered(opening, rules) && missingAt(opening, rules, day).length === 0
}

/**
 * Why none of these openings takes the appointment; empty when one does. Occupied speaks of those who
 * could take it at another time; competence and the like of a time when nobody could.
 */
export function violationsOfOpenings(
  openings: readonly Opening[],
  rules: BookingRules,
  appointment: Interval,
): RuleViolation[] {
  const onDuty = openings.filter((opening) => contains(opening, appointment))
  if (onDuty.length === 0) {
    const detail = 'There are no working hours for the whole of this time.'
    return [{ code: 'outside_hours', detail }]
  }
  const day = dateOf(appointment.start, rules.zone)
  const eligible = onDuty.filter((opening) => isEligible(opening, rules, day))
  const violations = violationsOfTime(eligible.length > 0 ? eligible : onDuty, appointment)
  if (eligible.length > 0) return violations
  return [...violations, ...violationsOfEligibility(onDuty, rules, day)]
}

function violationsOfTime(openings: readonly Opening[], appointment: Interval): RuleViolation[] {
  if (openings.some((opening) => isFree(opening, appointment))) return []
  const [only, another] = openings
  const taken = only && !another ? takenBy(only.busy, appointment) : []
  const told = taken.flatMap(({ by, what }): RuleViolation[] => {
    if (!by || !what) return []
    return by === 'clinician'
      ? [{ code: 'occupied', detail: `The clinician already has ${what}.` }]
      : [{ code: 'room_taken', detail: `The room is taken by ${what}.` }]
  })
  if (told.length > 0) return told
  const detail = 'The clinician or the room is already booked at that time.'
  return [{ code: 'occupied', detail }]
}

function violationsOfEligibility(
  onDuty: readonly Opening[],
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
  const missing = onDuty.flatMap((opening) => missingAt(opening, rules, day))
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

const missingAt = ({ staffId }: Opening, rules: BookingRules, day: string) =>
  missingCompetencies(rules.required, rules.competencies.get(staffId) ?? [], day)

function named(missing: { competencyId: number }[], { competencyNames }: BookingRules): string {
  const names = missing.map(({ competencyId }) => competencyNames?.get(competencyId))
  const known = [...new Set(names)].filter((name) => name !== undefined)
  return known.length > 0 ? `: ${known.join(', ')}` : ''
}

const takenBy = (busy: readonly Busy[], appointment: Interval) =>
  busy.filter((taken) => overlaps(taken, appointment))
