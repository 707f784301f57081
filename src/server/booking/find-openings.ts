import { LONGEST_APPOINTMENT_MINUTES } from '#lib/contract/fields.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { explainViolations, type Opening, openingsAt } from '#lib/scheduling/bookability.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import type { BookingRules, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'
import type { Executor } from '../database/connection.ts'
import { invalid } from '../refusals/refusal.ts'
import { type Audience, bookingRules } from './booking-rules.ts'
import type { BookableType } from './openings-statement.ts'
import {
  type Occupied,
  type OpeningsReading,
  patientBusy,
  readOpenings,
  withBusyTimes,
} from './read-openings.ts'

type OpeningSearch = {
  typeId: number
  start: number
  duration?: number | undefined
  /** The rescheduled appointment has these already, so they need no permission. */
  agreed?: { typeId: number; duration: number; siteId: number } | undefined
  staffId?: number | undefined
  roomId?: number | undefined
  siteId?: number | undefined
  availabilityId?: number | undefined
  patientId?: number | undefined
  exceptId?: number | undefined
  ownHold?: Buffer | null
}

type ConsideredOpenings = {
  type: BookableType
  occurrences: StaffedOccurrence[]
  rules: BookingRules
  isDurationChosen: boolean
}

export type FoundOpenings = ConsideredOpenings & { openings: [Opening, ...Opening[]] }

/**
 * The best first.
 * @throws Refusal `not_found` for a hidden type; else the audience's `certainRefusal`.
 */
export async function findOpenings(
  executor: Executor,
  audience: Audience,
  query: OpeningSearch,
): Promise<FoundOpenings> {
  const { occupied, ...considered } = await considerOpenings(executor, audience, query)
  const { occurrences, rules } = considered
  const day = clinicDay(query.start, rules.zone)
  const [best, ...others] = rankOpenings(openingsAt(occurrences, rules, query.start), occupied, day)
  if (!best) throw audience.refusalOf(explainViolations(occurrences, rules, query.start))
  return { ...considered, openings: [best, ...others] }
}

/** @throws Refusal `invalid` where several sites have the time and none was named. */
export function checkOneSite(
  openings: readonly Opening[],
  named: { site_id?: number | undefined; availability_id?: number | null | undefined },
): void {
  if (named.site_id !== undefined || named.availability_id) return
  if (new Set(openings.map(({ siteId }) => siteId)).size <= 1) return
  throw invalid({ site_id: ['Choose a site: more than one has this time.'] })
}

export async function considerOpenings(
  executor: Executor,
  audience: Audience,
  query: OpeningSearch,
): Promise<ConsideredOpenings & Pick<OpeningsReading, 'occupied'>> {
  const { settings, explain } = audience
  const { typeId, start, agreed, duration: chosen, ...where } = query
  const isTypeAgreed = agreed?.typeId === typeId
  const reading = await readOpenings(
    executor,
    {
      ...where,
      type: { id: typeId },
      sees: audience.sees,
      isKept: audience.isKept,
      // Staff reschedule what the catalogue no longer lists.
      isTypeAgreed: isTypeAgreed && explain !== undefined,
      window: { start, end: start + 1 },
      alsoOccupied: clinicDay(start, settings.CLINIC_TIME_ZONE),
      reservedSiteId: agreed?.siteId,
    },
    { explain },
  )
  const { type, occupied } = reading
  const agreedDuration = isTypeAgreed ? agreed.duration : undefined
  const duration = chosen ?? agreedDuration ?? heldDuration(reading, query) ?? type.duration
  const isDurationChosen =
    chosen !== undefined && chosen !== type.duration && chosen !== agreedDuration
  const longest = { start, end: start + LONGEST_APPOINTMENT_MINUTES * 60_000 }
  return {
    type,
    occurrences: withBusyTimes(reading),
    occupied,
    isDurationChosen,
    rules: {
      ...bookingRules(settings, reading, audience.rules.now),
      ...audience.rules,
      duration,
      isDurationRefused: isDurationChosen && !audience.mayChooseDuration,
      patientBusy: await patientBusy(executor, query.patientId, longest, query.exceptId),
    },
  }
}

export const listOverrides = (
  { isDurationChosen }: ConsideredOpenings,
  { isTypeNotOffered }: Opening,
) => [...(isDurationChosen ? ['duration'] : []), ...(isTypeNotOffered ? ['appointment_type'] : [])]

/** The holder of a slot keeps the duration they saw. */
function heldDuration({ ownHold }: OpeningsReading, { typeId, start, siteId }: OpeningSearch) {
  const isThisSlot =
    ownHold?.typeId === typeId && ownHold.start === start && ownHold.siteId === siteId
  return isThisSlot ? ownHold.duration : undefined
}

function clinicDay(instant: number, zone: string): Interval {
  const date = toClinicDate(instant, zone)
  return { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) }
}

type Ranked = Pick<Opening, 'staffId' | 'occurrenceId'> & { isTypeNotOffered?: boolean }

/** Types offered first, then the clinician with the fewest appointments that clinic day. */
export function rankOpenings<Each extends Ranked>(
  openings: readonly Each[],
  occupied: readonly Occupied[],
  day: Interval,
): Each[] {
  const load = new Map<number, number>()
  for (const { staffId, start } of occupied) {
    if (start >= day.start && start < day.end) load.set(staffId, (load.get(staffId) ?? 0) + 1)
  }
  const findLoad = ({ staffId }: Each) => load.get(staffId) ?? 0
  return openings.toSorted(
    (a, b) =>
      Number(a.isTypeNotOffered ?? false) - Number(b.isTypeNotOffered ?? false) ||
      findLoad(a) - findLoad(b) ||
      a.occurrenceId - b.occurrenceId,
  )
}
