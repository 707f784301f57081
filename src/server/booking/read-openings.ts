import type { Slot } from '#lib/contract/booking.ts'
import { LONGEST_APPOINTMENT_MINUTES } from '#lib/contract/fields.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import { LONGEST_OCCURRENCE_MS } from '#lib/scheduling/recurrence.ts'
import type { Busy, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'
import type { Executor } from '../database/connection.ts'
import { notFound } from '../refusals/refusal.ts'
import {
  type BookableType,
  type OpeningsOfTypesQuery,
  type OpeningsQuery,
  openingsOfTypesStatement,
  openingsStatement,
  type ReadCalendar,
} from './openings-statement.ts'

export type Occupied = Interval & { staffId: number; roomId: number; what?: string }

type UnoccupiedOccurrence = Omit<StaffedOccurrence, 'busy'>

type CalendarReading = {
  sites: Slot['site'][]
  occurrences: UnoccupiedOccurrence[]
  occupied: Occupied[]
  competencies: Map<number, HeldCompetency[]>
}

export type OpeningsReading = CalendarReading & {
  type: BookableType
  competencyNames: Map<number, string>
  ownHold: HeldSlot | null
}

type OpeningsOfTypesReading = Pick<CalendarReading, 'sites' | 'competencies'> & {
  types: BookableType[]
  /** By type (id), each in the order of the start. */
  occurrences: Map<number, StaffedOccurrence[]>
  /** Types and sites (ids) where somebody works after the window. */
  later: { typeId: number; siteId: number }[]
}

type HeldSlot = { typeId: number; start: number; siteId: number; duration: number }

export type Explanation = {
  /** It decides whether to name the patients of a clinician (staff id). */
  mayName: (staffId: number) => boolean
}

/**
 * Reads with one statement, and so from one moment. Reads what occupies for every occurrence that
 * touches the window.
 * @param options `explain` also reads occurrences that cannot take the type, and names.
 * @throws Refusal `not_found` for an unknown or hidden type.
 */
export async function readOpenings(
  executor: Executor,
  query: OpeningsQuery,
  { explain }: { explain?: Explanation | undefined } = {},
): Promise<OpeningsReading> {
  const { rows } = await openingsStatement(query, explain !== undefined).execute(executor)
  const read = rows[0]?.openings
  if (!read?.type) throw notFound(explain ? 'This appointment type' : 'This service')
  return {
    type: read.type,
    ...calendarFrom(read, explain),
    competencyNames: new Map(read.competencyNames),
    ownHold: heldFrom(read.held),
  }
}

/** Reads many types with one statement. Disabled, hidden and unknown ones are left out. */
export async function readOpeningsOfTypes(
  executor: Executor,
  query: OpeningsOfTypesQuery,
): Promise<OpeningsOfTypesReading> {
  const { rows } = await openingsOfTypesStatement(query).execute(executor)
  const read = rows[0]?.openings
  if (!read) throw new Error('There is no answer')
  const { sites, competencies, ...calendar } = calendarFrom(read)
  const offered = new Map(read.offered)
  const occurrences = new Map<number, StaffedOccurrence[]>()
  for (const occurrence of withBusyTimes(calendar)) {
    for (const typeId of offered.get(occurrence.availabilityId) ?? []) {
      const ofType = occurrences.get(typeId)
      if (ofType) ofType.push(occurrence)
      else occurrences.set(typeId, [occurrence])
    }
  }
  return {
    types: read.types ?? [],
    sites,
    competencies,
    occurrences,
    later: (read.later ?? []).map(([typeId, siteId]) => ({ typeId, siteId })),
  }
}

const calendarFrom = (read: ReadCalendar, explain?: Explanation): CalendarReading => ({
  sites: read.sites ?? [],
  occurrences: (read.occurrences ?? []).map(occurrenceFrom),
  occupied: occupiedFrom(read.occupied, explain),
  competencies: byStaff(read.competencies ?? []),
})

export function withBusyTimes({
  occurrences,
  occupied,
}: Pick<OpeningsReading, 'occurrences' | 'occupied'>): StaffedOccurrence[] {
  const byStart = occupied.toSorted((a, b) => a.start - b.start)
  const ofStaff = Map.groupBy(byStart, ({ staffId }) => staffId)
  const ofRoom = Map.groupBy(byStart, ({ roomId }) => roomId)
  const findBusy = (occurrence: UnoccupiedOccurrence): Busy[] => {
    const { staffId, roomId } = occurrence
    const own = touching(ofStaff.get(staffId), occurrence)
    const others = touching(ofRoom.get(roomId), occurrence).filter(
      (taken) => taken.staffId !== staffId,
    )
    return [...busyBy('clinician', own), ...busyBy('room', others)]
  }
  // Who looks for a first time looks at few occurrences.
  return occurrences.map((occurrence) => {
    let busy: Busy[] | undefined
    return {
      ...occurrence,
      get busy() {
        busy ??= findBusy(occurrence)
        return busy
      },
    }
  })
}

const busyBy = (by: 'clinician' | 'room', occupied: Occupied[]): Busy[] =>
  occupied.map((taken) => (taken.what ? { ...taken, by } : taken))

/** Searches by start, so that each of months of occurrences looks at its own day only. */
function touching(byStart: readonly Occupied[] = [], { start, end }: Interval): Occupied[] {
  const first = firstIndex(byStart, start - LONGEST_OCCURRENCE_MS)
  const touching: Occupied[] = []
  for (let index = first; index < byStart.length; index += 1) {
    const taken = byStart[index]
    if (!taken || taken.start >= end) break
    if (taken.end > start) touching.push(taken)
  }
  return touching
}

function firstIndex(byStart: readonly Interval[], from: number): number {
  let low = 0
  let high = byStart.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((byStart[middle]?.start ?? from) < from) low = middle + 1
    else high = middle
  }
  return low
}

function occurrenceFrom(
  row: NonNullable<ReadCalendar['occurrences']>[number],
): UnoccupiedOccurrence {
  const [occurrenceId, availabilityId, staffId, roomId, siteId, start, end, ...reasons] = row
  const [isTypeNotOffered = false, isStaffInactive = false, isRoomWithdrawn = false] = reasons
  return {
    occurrenceId,
    availabilityId,
    staffId,
    roomId,
    siteId,
    start: start * 1000,
    end: end * 1000,
    isTypeNotOffered,
    isStaffInactive,
    isRoomWithdrawn,
  }
}

function occupiedFrom(
  { staffId, roomId, start, end, patientName }: ReadCalendar['occupied'],
  explain: Explanation | undefined,
): Occupied[] {
  return (staffId ?? []).map((id, row) => {
    const occupied = {
      staffId: id,
      roomId: roomId?.[row] ?? 0,
      start: (start?.[row] ?? 0) * 1000,
      end: (end?.[row] ?? 0) * 1000,
    }
    if (!explain) return occupied
    return { ...occupied, what: described(patientName?.[row] ?? null, explain.mayName(id)) }
  })
}

function described(patientName: string | null, mayName: boolean): string {
  if (patientName === null) return 'a time on hold'
  return mayName ? `an appointment for ${patientName}` : 'an appointment'
}

function heldFrom(held: [number, number, number, number] | null | undefined): HeldSlot | null {
  if (!held) return null
  const [typeId, start, siteId, duration] = held
  return { typeId, start: start * 1000, siteId, duration }
}

function byStaff(rows: [number, number, string, string | null][]): Map<number, HeldCompetency[]> {
  const held = new Map<number, HeldCompetency[]>()
  for (const [staffId, competencyId, issuedAt, expiresAt] of rows) {
    const ofStaff = held.get(staffId) ?? []
    ofStaff.push({ competencyId, issuedAt, expiresAt })
    held.set(staffId, ofStaff)
  }
  return held
}

type PatientsBusy = (patientId: number, exceptId?: number) => Interval[]

export async function patientsBusy(
  executor: Executor,
  patientIds: readonly number[],
  window: Interval,
): Promise<PatientsBusy> {
  if (patientIds.length === 0) return () => []
  const rows = await executor
    .selectFrom('appointment')
    .select(['id', 'patient_id', 'starts_at', 'ends_at'])
    .where('patient_id', 'in', [...new Set(patientIds)])
    .where('status', '<>', 'cancelled')
    .where('starts_at', '>', new Date(window.start - LONGEST_APPOINTMENT_MINUTES * 60_000))
    .where('starts_at', '<', new Date(window.end))
    .orderBy('starts_at')
    .execute()
  const ofPatient = Map.groupBy(rows, ({ patient_id }) => patient_id)
  return (patientId, exceptId) =>
    (ofPatient.get(patientId) ?? [])
      .filter(({ id }) => id !== exceptId)
      .map(({ starts_at, ends_at }) => ({ start: starts_at.getTime(), end: ends_at.getTime() }))
}

export async function patientBusy(
  executor: Executor,
  patientId: number | undefined,
  window: Interval,
  exceptId?: number,
): Promise<Interval[]> {
  if (patientId === undefined) return []
  const findBusy = await patientsBusy(executor, [patientId], window)
  return findBusy(patientId, exceptId)
}
