import { addDays, dateOf, dayBoundaries, startOfDay } from './clinic-time.ts'
import { countClinicians, type Startable } from './clinician-count.ts'
import { type HeldCompetency, type MissingCompetency, missingCompetencies } from './competence.ts'
import { competentStretches } from './competent-stretches.ts'
import { contains, type Interval, overlaps, subtract } from './intervals.ts'

/*
 * When can this be booked? The weekly list, holds, booking, rescheduling, the planner and
 * check-availability all ask here, so what is listed can be booked and what is refused is explained.
 */

/** Appointments start on these marks of the clock. */
const SLOT_MARK_MINUTES = 5

const MINUTE = 60_000
const MARK = SLOT_MARK_MINUTES * MINUTE

/** One occurrence of an availability that offers the type; instants are epoch milliseconds. */
export type Opening = {
  occurrenceId: number
  availabilityId: number
  staffId: number
  roomId: number
  siteId: number
  start: number
  end: number
  /** Whatever occupies the clinician or the room in or near the occurrence, in any order. */
  busy: Interval[]
}

export type BookingRules = {
  /** Minutes, above 0. */
  duration: number
  /** The clinic's IANA zone, by whose dates the horizon and competence are judged. */
  zone: string
  /** Epoch milliseconds. */
  now: number
  noticeMinutes: number
  /** The last day that can be booked is this many days after today. */
  horizonDays: number
  /** Ids of the competencies that the appointment type requires. */
  required: number[]
  /** By staff id; a clinician who is not in it holds none. */
  competencies: Map<number, HeldCompetency[]>
}

/** A time to choose: one for each start and site. */
export type Slot = {
  start: number
  end: number
  siteId: number
  /** How many clinicians could take it. */
  remaining: number
}

export type Refusal = {
  code:
    | 'off_mark'
    | 'in_the_past'
    | 'within_notice'
    | 'beyond_horizon'
    | 'outside_hours'
    | 'occupied'
    | 'competency_missing'
    | 'competency_expired'
  detail: string
}

/**
 * The slots to offer whose start lies in `window`, by start and then site. Each free gap is cut
 * into appointments from its own start, on 5-minute marks; `remaining` also counts clinicians whose
 * own gaps are cut at other times. Every slot here has a `candidatesAt`.
 */
export function listSlots(
  openings: readonly Opening[],
  rules: BookingRules,
  window: Interval,
): Slot[] {
  const duration = durationOf(rules)
  const step = nextMark(duration)
  const span = spanOfStarts(openings, rules, window)
  const stretchesOf = competentStretches(rules.required, rules.competencies, span, rules.zone)
  const sites = new Map<number, { starts: Set<number>; startable: Startable[] }>()

  // By clinician, so that counting a slot can tell a second opening from a second clinician.
  for (const opening of openings.toSorted((a, b) => a.staffId - b.staffId)) {
    if (!overlaps(opening, span)) continue
    const stretches = stretchesOf(opening.staffId)
    if (stretches.length === 0) continue
    let site = sites.get(opening.siteId)
    if (!site) {
      site = { starts: new Set(), startable: [] }
      sites.set(opening.siteId, site)
    }
    for (const gap of subtract(opening, opening.busy)) {
      const anchor = nextMark(gap.start)
      for (const stretch of stretches) {
        const first = Math.max(anchor, stretch.start)
        const last = Math.min(gap.end - duration, stretch.end - 1)
        if (first > last) continue
        site.startable.push({ staffId: opening.staffId, first, last })
        const offset = Math.ceil((first - anchor) / step) * step
        for (let start = anchor + offset; start <= last; start += step) site.starts.add(start)
      }
    }
  }

  const slots: Slot[] = []
  for (const [siteId, { starts, startable }] of sites) {
    const sorted = Float64Array.from(starts).sort()
    const remaining = countClinicians(sorted, startable)
    sorted.forEach((start, index) => {
      slots.push({ start, end: start + duration, siteId, remaining: remaining[index] ?? 0 })
    })
  }
  return slots.sort((a, b) => a.start - b.start || a.siteId - b.siteId)
}

/**
 * The openings that can take an appointment at `start` (epoch milliseconds), in the order given.
 * Wider than the list: any mark inside free time will do, whatever the gap was cut into.
 */
export function candidatesAt(
  openings: readonly Opening[],
  rules: BookingRules,
  start: number,
): Opening[] {
  if (refusalsOfStart(rules, start).length > 0) return []
  const appointment = { start, end: start + durationOf(rules) }
  const day = dateOf(start, rules.zone)
  return openings.filter(
    (opening) =>
      contains(opening, appointment) &&
      isFree(opening, appointment) &&
      obstaclesOfCompetence(opening, rules, day).length === 0,
  )
}

/**
 * Why nobody can take an appointment at `start` (epoch milliseconds); empty when somebody can, and
 * only then. `detail` is a sentence for people. Occupied speaks of the clinicians who are competent,
 * competence of a time when none of those on duty is.
 */
export function explainRefusal(
  openings: readonly Opening[],
  rules: BookingRules,
  start: number,
): Refusal[] {
  const refusals = refusalsOfStart(rules, start)
  const appointment = { start, end: start + durationOf(rules) }
  const onDuty = openings.filter((opening) => contains(opening, appointment))
  if (onDuty.length === 0) {
    refusals.push({
      code: 'outside_hours',
      detail: 'The appointment does not lie within the hours of an availability.',
    })
    return refusals
  }
  const day = dateOf(start, rules.zone)
  const competent: Opening[] = []
  const obstacles = new Set<MissingCompetency['reason']>()
  for (const opening of onDuty) {
    const missing = obstaclesOfCompetence(opening, rules, day)
    if (missing.length === 0) competent.push(opening)
    for (const { reason } of missing) obstacles.add(reason)
  }
  const wanted = competent.length > 0 ? competent : onDuty
  if (!wanted.some((opening) => isFree(opening, appointment))) {
    refusals.push({
      code: 'occupied',
      detail: 'The clinician or the room is already occupied at that time.',
    })
  }
  if (competent.length > 0) return refusals
  if (obstacles.has('missing') || obstacles.has('not_yet_valid')) {
    refusals.push({
      code: 'competency_missing',
      detail: 'A competency that this appointment type requires is not held on that day.',
    })
  }
  if (obstacles.has('expired')) {
    refusals.push({
      code: 'competency_expired',
      detail: 'A competency that this appointment type requires has expired by that day.',
    })
  }
  return refusals
}

/** What speaks against the start itself, whoever would take it. */
function refusalsOfStart(rules: BookingRules, start: number): Refusal[] {
  const refusals: Refusal[] = []
  if (start % MARK !== 0) {
    refusals.push({
      code: 'off_mark',
      detail: `Appointments start on a ${SLOT_MARK_MINUTES}-minute mark.`,
    })
  }
  if (start < rules.now) {
    refusals.push({ code: 'in_the_past', detail: 'That time has passed.' })
  } else if (start < earliestStart(rules)) {
    refusals.push({
      code: 'within_notice',
      detail: `Appointments are booked at least ${rules.noticeMinutes} minutes ahead.`,
    })
  }
  if (start >= horizonEnd(rules)) {
    refusals.push({
      code: 'beyond_horizon',
      detail: `Appointments are booked at most ${rules.horizonDays} days ahead.`,
    })
  }
  return refusals
}

function isFree(opening: Opening, appointment: Interval): boolean {
  return !opening.busy.some((taken) => overlaps(taken, appointment))
}

function obstaclesOfCompetence(opening: Opening, rules: BookingRules, day: string) {
  const held = rules.competencies.get(opening.staffId) ?? []
  return missingCompetencies(rules.required, held, day)
}

/** Milliseconds. A duration of 0 would be cut without end. */
function durationOf({ duration }: BookingRules): number {
  if (!(duration > 0)) throw new RangeError(`duration must be above 0 minutes, not ${duration}`)
  return duration * MINUTE
}

/** Zones lie whole marks apart, so marks of the epoch are marks of every clinic's clock. */
function nextMark(milliseconds: number): number {
  return Math.ceil(milliseconds / MARK) * MARK
}

function earliestStart({ now, noticeMinutes }: BookingRules): number {
  return now + Math.max(0, noticeMinutes) * MINUTE
}

/** Where the starts to list can lie. */
function spanOfStarts(
  openings: readonly Opening[],
  rules: BookingRules,
  window: Interval,
): Interval {
  let opens = Number.POSITIVE_INFINITY
  let closes = Number.NEGATIVE_INFINITY
  for (const { start, end } of openings) {
    opens = Math.min(opens, start)
    closes = Math.max(closes, end)
  }
  return {
    start: nextMark(Math.max(window.start, opens, earliestStart(rules))),
    end: Math.min(window.end, closes, horizonEnd(rules)),
  }
}

/** The first instant past the last day that can be booked. */
function horizonEnd({ now, horizonDays, zone }: BookingRules): number {
  return startOfDay(addDays(dateOf(now, zone), horizonDays + 1), zone)
}

/** The slots of `days` consecutive clinic days, in the order given; slots of other days are left out. */
export function groupByDay(
  slots: readonly Slot[],
  firstDate: string,
  days: number,
  zone: string,
): { date: string; slots: Slot[] }[] {
  const boundaries = dayBoundaries(firstDate, days, zone)
  const grouped = Array.from({ length: days }, (_, day) => ({
    date: addDays(firstDate, day),
    slots: [] as Slot[],
  }))
  for (const slot of slots) {
    const following = boundaries.findIndex((boundary) => slot.start < boundary)
    grouped[following - 1]?.slots.push(slot)
  }
  return grouped
}
