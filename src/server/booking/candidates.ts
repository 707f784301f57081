import { candidatesAt, explainRefusal, type Opening } from '#lib/scheduling/bookability.ts'
import { addDays, dateOf, startOfDay } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '../database/connection.ts'
import { brokenConstraint } from '../database/failures.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import type { BookableType } from './bookable-type.ts'
import { bookingRules } from './booking-rules.ts'
import { type Occupied, openingsOf, readCalendar } from './openings.ts'

export type Wanted = {
  type: BookableType
  /** Epoch milliseconds. */
  start: number
  siteId: number
  availabilityId?: number | undefined
  unlocked: boolean
  ownHold: Buffer | null
}

const MINUTE = 60_000

/**
 * The openings that can take an appointment, the clinician with the fewest that day first.
 * @throws Refusal `slot_taken` with the reason when there is none; `invalid` off the 5-minute marks.
 */
export async function candidatesFor(
  executor: Executor,
  settings: Settings,
  now: number,
  wanted: Wanted,
): Promise<Opening[]> {
  const window = { start: wanted.start, end: wanted.start + wanted.type.duration * MINUTE }
  const calendar = await readCalendar(executor, {
    appointmentTypeId: wanted.type.id,
    unlocked: wanted.unlocked,
    window,
    siteId: wanted.siteId,
    availabilityId: wanted.availabilityId,
    ownHold: wanted.ownHold,
  })
  const openings = openingsOf(calendar)
  const rules = bookingRules(settings, wanted.type, calendar, now)
  const candidates = candidatesAt(openings, rules, wanted.start)
  if (candidates.length === 0) {
    const [reason] = explainRefusal(openings, rules, wanted.start)
    if (reason?.code === 'off_mark') throw invalid({ start: [reason.detail] })
    throw slotTaken(reason && PLAIN_REASONS.has(reason.code) ? reason.detail : undefined)
  }
  const load = appointmentsThatDay(calendar.occupied, wanted.start, settings.CLINIC_TIME_ZONE)
  return candidates.toSorted(
    (a, b) =>
      (load.get(a.staffId) ?? 0) - (load.get(b.staffId) ?? 0) || a.occurrenceId - b.occurrenceId,
  )
}

// What a visitor may learn; the others would tell about clinicians.
const PLAIN_REASONS = new Set(['in_the_past', 'within_notice', 'beyond_horizon'])

export const slotTaken = (detail = 'This time is no longer free. Choose another.') =>
  new Refusal('slot_taken', detail)

const WITHDRAWN = new Set([
  'appointment_appointment_type_id_fkey',
  'appointment_availability_id_fkey',
  'appointment_staff_id_fkey',
  'appointment_room_id_fkey',
  'appointment_site_id_fkey',
])

/** True where an opening was deleted between being found and being taken. */
export function withdrawn(error: unknown): boolean {
  return WITHDRAWN.has(brokenConstraint(error) ?? '')
}

/** How many appointments each clinician starts on the clinic's day of `start`, by staff id. */
function appointmentsThatDay(occupied: Occupied[], start: number, zone: string) {
  const day = dateOf(start, zone)
  const [from, until] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
  const load = new Map<number, number>()
  for (const taken of occupied) {
    if (taken.start < from || taken.start >= until) continue
    load.set(taken.staffId, (load.get(taken.staffId) ?? 0) + 1)
  }
  return load
}
