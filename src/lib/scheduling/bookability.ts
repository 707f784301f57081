import { addDays } from '../format-date-time.ts'
import { dateOf, dayBoundaries } from './clinic-time.ts'
import { countClinicians, type Startable } from './clinician-count.ts'
import { competentStretches } from './competent-stretches.ts'
import { contains, type Interval, overlaps, subtract } from './intervals.ts'
import {
  type BookingRules,
  durationOf,
  earliestStart,
  horizonEnd,
  isEligible,
  isFree,
  isOffered,
  type Opening,
  type RuleViolation,
  violationsOfOpenings,
  violationsOfStart,
} from './rule-violations.ts'
import { nextMark } from './slot-mark.ts'

/*
 * When can this be booked? The weekly list, holds, booking, rescheduling, the planner and
 * check-availability all ask here, so what is listed can be booked and what is refused is explained.
 */

export type { BookingRules, Opening }

/** A time to choose: one for each start and site. */
export type Slot = {
  start: number
  end: number
  siteId: number
  /** How many clinicians could take it. */
  remaining: number
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
  if (rules.isDisabled || rules.isDurationRefused) return []
  const duration = durationOf(rules)
  const step = nextMark(duration)
  const span = spanOfStarts(openings, rules, window)
  const stretchesOf = competentStretches(rules.required, rules.competencies, span, rules.zone)
  const sites = new Map<number, { starts: Set<number>; startable: Startable[] }>()

  // By clinician, so that counting a slot can tell a second opening from a second clinician.
  for (const opening of openings.toSorted((a, b) => a.staffId - b.staffId)) {
    if (!overlaps(opening, span) || !isOffered(opening, rules)) continue
    const stretches = stretchesOf(opening.staffId)
    if (stretches.length === 0) continue
    let site = sites.get(opening.siteId)
    if (!site) {
      site = { starts: new Set(), startable: [] }
      sites.set(opening.siteId, site)
    }
    const busy = rules.patientBusy ? [...opening.busy, ...rules.patientBusy] : opening.busy
    for (const gap of subtract(opening, busy)) {
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
  if (violationsOfStart(rules, start).length > 0) return []
  const appointment = { start, end: start + durationOf(rules) }
  const day = dateOf(start, rules.zone)
  return openings.filter(
    (opening) =>
      contains(opening, appointment) &&
      isFree(opening, appointment) &&
      isEligible(opening, rules, day),
  )
}

/**
 * Why nobody can take an appointment at `start` (epoch milliseconds); empty when somebody can, and
 * only then. `detail` is a sentence for people. Occupied speaks of the clinicians who are competent,
 * competence of a time when none of those on duty is.
 */
export function explainViolations(
  openings: readonly Opening[],
  rules: BookingRules,
  start: number,
): RuleViolation[] {
  const appointment = { start, end: start + durationOf(rules) }
  return [...violationsOfStart(rules, start), ...violationsOfOpenings(openings, rules, appointment)]
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
