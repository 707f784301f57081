import { addDays } from '#lib/format-date-time.ts'
import { candidatesAt, explainViolations, type Opening } from '#lib/scheduling/bookability.ts'
import { dateOf, startOfDay } from '#lib/scheduling/clinic-time.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import type { Visibility } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { invalid, Refusal, slotTaken } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { bookingRules } from './booking-rules.ts'
import { type Calendar, type Occupied, openingsOf, readCalendar } from './calendar.ts'

export type Wanted = {
  typeId: number
  /** Epoch milliseconds. */
  start: number
  siteId: number
  availabilityId?: number | undefined
  sees: Visibility
  ownHold: Buffer | null
  /** Minutes that were agreed; left out: those that the asker holds, else the type's. */
  duration?: number
  /** An appointment that is to be moved: it does not stand in its own way. */
  exceptId?: number
  /** Where it is: it may stay there, hidden or not. */
  keptSiteId?: number
}

/**
 * The openings that can take an appointment, the clinician with the fewest that day first, and for
 * how many minutes. Who holds this very time keeps the duration that they were shown, whatever the
 * type's is by now.
 * @throws Refusal `not_found` for a type that may not be seen, `conflict` for a disabled one,
 *   `slot_taken` with the reason when nobody is free, `invalid` off the 5-minute marks.
 */
export async function candidatesFor(
  executor: Executor,
  settings: Settings,
  now: number,
  wanted: Wanted,
): Promise<{ duration: number; candidates: Opening[] }> {
  const day = clinicDay(wanted.start, settings.CLINIC_TIME_ZONE)
  const calendar = await readCalendar(executor, {
    type: { id: wanted.typeId },
    sees: wanted.sees,
    window: { start: wanted.start, end: wanted.start + 1 },
    alsoOccupied: day,
    siteId: wanted.siteId,
    availabilityId: wanted.availabilityId,
    ownHold: wanted.ownHold,
    exceptId: wanted.exceptId,
    keptSiteId: wanted.keptSiteId,
  })
  const { type } = calendar
  if (type.disabled) throw new Refusal('conflict', 'You cannot book this service at the moment.')
  const openings = openingsOf(calendar)
  const duration = wanted.duration ?? heldDuration(calendar, wanted) ?? type.duration
  const rules = { ...bookingRules(settings, calendar, now), duration }
  const candidates = candidatesAt(openings, rules, wanted.start)
  if (candidates.length === 0) {
    const [reason] = explainViolations(openings, rules, wanted.start)
    if (reason?.code === 'off_mark') throw invalid({ start: [reason.detail] })
    throw slotTaken(reason && PLAIN_REASONS.has(reason.code) ? reason.detail : undefined)
  }
  const load = startsWithin(day, calendar.occupied)
  const ofFewest = (a: Opening, b: Opening) =>
    (load.get(a.staffId) ?? 0) - (load.get(b.staffId) ?? 0) || a.occurrenceId - b.occurrenceId
  return { duration, candidates: candidates.toSorted(ofFewest) }
}

function heldDuration({ ownHold }: Calendar, { typeId, start, siteId }: Wanted) {
  const isThisTime =
    ownHold?.typeId === typeId && ownHold.start === start && ownHold.siteId === siteId
  return isThisTime ? ownHold.duration : undefined
}

// What a visitor may learn; the others would tell about clinicians.
const PLAIN_REASONS = new Set(['in_the_past', 'within_notice', 'beyond_horizon'])

function clinicDay(instant: number, zone: string): Interval {
  const date = dateOf(instant, zone)
  return { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) }
}

/** How many appointments each clinician starts within a time, by staff id. */
export function startsWithin(time: Interval, occupied: Occupied[]): Map<number, number> {
  const load = new Map<number, number>()
  for (const { staffId, start } of occupied) {
    if (start >= time.start && start < time.end) load.set(staffId, (load.get(staffId) ?? 0) + 1)
  }
  return load
}
