import type { RuleViolation } from '../contract/clinic-appointments.ts'
import { addDays } from '../dates/format-date-time.ts'
import { dayBoundaries, toClinicDate } from './clinic-time.ts'
import { countClinicians, type Startable } from './clinician-count.ts'
import { competentTimes } from './competent-times.ts'
import { contains, type Interval, overlaps, subtract } from './intervals.ts'
import {
  type BookingRules,
  checkedDuration,
  earliestStart,
  horizonEnd,
  isEligible,
  isFree,
  isOffered,
  type StaffedOccurrence,
  violationsOfOccurrences,
  violationsOfStart,
} from './rule-violations.ts'
import { nextMark } from './slot-mark.ts'

/*
 * The weekly list, holds, booking, rescheduling, the planner and check-availability all ask here,
 * so what is listed can be booked and what is refused is explained.
 */

export type Opening = {
  occurrenceId: number
  availabilityId: number
  staffId: number
  roomId: number
  siteId: number
  start: number
  duration: number
  isTypeNotOffered: boolean
}

export type SiteSlot = {
  start: number
  end: number
  siteId: number
  remaining: number
}

/**
 * Slots whose start lies in `window`, by start and site. Each gap is cut from its own start on
 * 5-minute marks; `remaining` also counts clinicians whose gaps are cut at other times. Every slot
 * has an opening in `openingsAt`.
 */
export function listSlots(
  occurrences: readonly StaffedOccurrence[],
  rules: BookingRules,
  window: Interval,
): SiteSlot[] {
  if (rules.isDisabled || rules.isDurationRefused) return []
  const duration = checkedDuration(rules)
  const step = nextMark(duration)
  const span = spanOfStarts(occurrences, rules, window)
  const findCompetentTimes = competentTimes(rules.required, rules.competencies, span, rules.zone)
  const sites = new Map<number, { starts: Set<number>; startable: Startable[] }>()

  // By clinician, so that a second occurrence is told from a second clinician.
  for (const occurrence of occurrences.toSorted((a, b) => a.staffId - b.staffId)) {
    if (!overlaps(occurrence, span) || !isOffered(occurrence, rules)) continue
    const competent = findCompetentTimes(occurrence.staffId)
    if (competent.length === 0) continue
    let site = sites.get(occurrence.siteId)
    if (!site) {
      site = { starts: new Set(), startable: [] }
      sites.set(occurrence.siteId, site)
    }
    const { busy } = occurrence
    const taken = rules.patientBusy ? [...busy, ...rules.patientBusy] : busy
    for (const gap of subtract(occurrence, taken)) {
      const anchor = nextMark(gap.start)
      for (const time of competent) {
        const first = Math.max(anchor, time.start)
        const last = Math.min(gap.end - duration, time.end - 1)
        if (first > last) continue
        site.startable.push({ staffId: occurrence.staffId, first, last })
        const offset = Math.ceil((first - anchor) / step) * step
        for (let start = anchor + offset; start <= last; start += step) site.starts.add(start)
      }
    }
  }

  const slots: SiteSlot[] = []
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
 * Openings at `start` (epoch milliseconds), in the order of the occurrences. Any mark inside free
 * time will do, however the gap was cut.
 */
export function openingsAt(
  occurrences: readonly StaffedOccurrence[],
  rules: BookingRules,
  start: number,
): Opening[] {
  if (violationsOfStart(rules, start).length > 0) return []
  const appointment = { start, end: start + checkedDuration(rules) }
  const day = toClinicDate(start, rules.zone)
  return occurrences
    .filter(
      (occurrence) =>
        contains(occurrence, appointment) &&
        isFree(occurrence, appointment) &&
        isEligible(occurrence, rules, day),
    )
    .map(({ occurrenceId, availabilityId, staffId, roomId, siteId, isTypeNotOffered = false }) => ({
      occurrenceId,
      availabilityId,
      staffId,
      roomId,
      siteId,
      start,
      duration: rules.duration,
      isTypeNotOffered,
    }))
}

/**
 * Empty exactly when there is an opening at `start` (epoch milliseconds). `detail` is for people.
 */
export function explainViolations(
  occurrences: readonly StaffedOccurrence[],
  rules: BookingRules,
  start: number,
): RuleViolation[] {
  const appointment = { start, end: start + checkedDuration(rules) }
  const ofOccurrences = violationsOfOccurrences(occurrences, rules, appointment)
  return [...violationsOfStart(rules, start), ...ofOccurrences]
}

function spanOfStarts(
  occurrences: readonly StaffedOccurrence[],
  rules: BookingRules,
  window: Interval,
): Interval {
  let opens = Number.POSITIVE_INFINITY
  let closes = Number.NEGATIVE_INFINITY
  for (const { start, end } of occurrences) {
    opens = Math.min(opens, start)
    closes = Math.max(closes, end)
  }
  return {
    start: nextMark(Math.max(window.start, opens, earliestStart(rules))),
    end: Math.min(window.end, closes, horizonEnd(rules)),
  }
}

/** Groups slots of `days` consecutive clinic days, in the order given; others are left out. */
export function groupByDay(
  slots: readonly SiteSlot[],
  firstDate: string,
  days: number,
  zone: string,
): { date: string; slots: SiteSlot[] }[] {
  const boundaries = dayBoundaries(firstDate, days, zone)
  const grouped = Array.from({ length: days }, (_, day) => ({
    date: addDays(firstDate, day),
    slots: [] as SiteSlot[],
  }))
  for (const slot of slots) {
    const following = boundaries.findIndex((boundary) => slot.start < boundary)
    grouped[following - 1]?.slots.push(slot)
  }
  return grouped
}
