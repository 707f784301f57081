import type { RuleViolation } from '../contract/clinic-appointments.ts'
import { addDays } from '../dates/format-date-time.ts'
import { dayBoundaries, toClinicDate } from './clinic-time.ts'
import { type HeldCompetency, missingCompetencies } from './competence.ts'
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
  const { duration, step, cut } = createCutter(occurrences, rules, window)
  const sites = new Map<number, { starts: Set<number>; startable: Startable[] }>()

  // By clinician, so that a second occurrence is told from a second clinician.
  for (const occurrence of occurrences.toSorted((a, b) => a.staffId - b.staffId)) {
    const site = sites.get(occurrence.siteId) ?? { starts: new Set(), startable: [] }
    sites.set(occurrence.siteId, site)
    cut(occurrence, (piece) => {
      site.startable.push(piece)
      for (let start = piece.start; start <= piece.last; start += step) site.starts.add(start)
      return true
    })
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
 * The first `count` times of `listSlots` at each site (id). Looks at no occurrence that begins
 * after them.
 * @param occurrences in the order of their start.
 */
export function firstTimes(
  occurrences: readonly StaffedOccurrence[],
  rules: BookingRules,
  window: Interval,
  count: number,
): Map<number, Interval[]> {
  if (rules.isDisabled || rules.isDurationRefused) return new Map()
  const { duration, step, span, cut } = createCutter(occurrences, rules, window)
  const sites = new Map<number, Interval[]>()
  const isLate = (start: number, times: readonly Interval[]) =>
    start >= (times[count - 1]?.start ?? Number.POSITIVE_INFINITY)

  for (const occurrence of occurrences) {
    const times = sites.get(occurrence.siteId) ?? []
    if (isLate(Math.max(occurrence.start, span.start), times)) continue
    cut(occurrence, (piece) => {
      let { start } = piece
      for (; start <= piece.last && !isLate(start, times); start += step) {
        const before = times.findLastIndex((time) => time.start <= start)
        if (times[before]?.start === start) continue
        times.splice(before + 1, 0, { start, end: start + duration })
        if (times.length > count) times.pop()
      }
      return !isLate(start, times)
    })
    if (times.length > 0) sites.set(occurrence.siteId, times)
  }
  return sites
}

/** The part of a gap in which an appointment may start, and the first start that is cut there. */
type Piece = Startable & { start: number }

function createCutter(
  occurrences: readonly StaffedOccurrence[],
  rules: BookingRules,
  window: Interval,
) {
  const duration = checkedDuration(rules)
  const step = nextMark(duration)
  const span = spanOfStarts(occurrences, rules, window)
  const findCompetentTimes = competentTimes(rules.required, rules.competencies, span, rules.zone)
  /** Hands over one piece after another, for as long as more are wanted. */
  const cut = (occurrence: StaffedOccurrence, take: (piece: Piece) => boolean): void => {
    if (!overlaps(occurrence, span) || !isOffered(occurrence, rules)) return
    const competent = findCompetentTimes(occurrence.staffId)
    if (competent.length === 0) return
    const { busy, staffId } = occurrence
    const taken = rules.patientBusy ? [...busy, ...rules.patientBusy] : busy
    for (const gap of subtract(occurrence, taken)) {
      const anchor = nextMark(gap.start)
      for (const time of competent) {
        const first = Math.max(anchor, time.start)
        const last = Math.min(gap.end - duration, time.end - 1)
        if (first > last) continue
        const start = anchor + Math.ceil((first - anchor) / step) * step
        if (!take({ staffId, first, last, start })) return
      }
    }
  }
  return { duration, step, span, cut }
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

/** Starts from `first` to `last`, both inclusive. */
type Startable = { staffId: number; first: number; last: number }

function countClinicians(starts: Float64Array, startable: readonly Startable[]): Uint32Array {
  const clinicians = new Uint32Array(starts.length)
  const counted = new Array<number | undefined>(starts.length)
  for (const { staffId, first, last } of startable) {
    for (let index = firstAtOrAfter(starts, first); index < starts.length; index += 1) {
      if ((starts[index] ?? last) > last) break
      if (counted[index] === staffId) continue
      counted[index] = staffId
      clinicians[index] = (clinicians[index] ?? 0) + 1
    }
  }
  return clinicians
}

function firstAtOrAfter(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? value) < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Looks up when, within `span` (epoch milliseconds), a clinician holds these competencies. Works
 * out each clinician once.
 */
function competentTimes(
  required: readonly number[],
  competencies: ReadonlyMap<number, readonly HeldCompetency[]>,
  span: Interval,
  zone: string,
): (staffId: number) => readonly Interval[] {
  if (span.start >= span.end) return () => []
  if (required.length === 0) return () => [span]

  const firstDate = toClinicDate(span.start, zone)
  const lastDate = toClinicDate(span.end, zone)
  let days: ReturnType<typeof listDays> | undefined
  const findTimes = (held: readonly HeldCompetency[]): Interval[] => {
    // Most are held all the time.
    if (required.every((id) => isHeldThroughout(id, held, firstDate, lastDate))) return [span]
    days ??= listDays(span, firstDate, zone)
    const lacking = days.filter((day) => missingCompetencies(required, held, day.date).length > 0)
    return subtract(span, lacking)
  }
  const known = new Map<number, Interval[]>()
  return (staffId) => {
    let times = known.get(staffId)
    if (!times) {
      times = findTimes(competencies.get(staffId) ?? [])
      known.set(staffId, times)
    }
    return times
  }
}

const isHeldThroughout = (
  id: number,
  held: readonly HeldCompetency[],
  firstDate: string,
  lastDate: string,
) =>
  held.some(
    ({ competencyId, issuedAt, expiresAt }) =>
      competencyId === id && issuedAt <= firstDate && (expiresAt === null || expiresAt >= lastDate),
  )

function listDays(
  span: Interval,
  firstDate: string,
  zone: string,
): (Interval & { date: string })[] {
  const days = Math.ceil((span.end - span.start) / 86_400_000) + 2
  const boundaries = dayBoundaries(firstDate, days, zone)
  return boundaries.slice(0, -1).map((start, day) => ({
    date: addDays(firstDate, day),
    start,
    end: boundaries[day + 1] ?? span.end,
  }))
}
