import type { Slot } from '#lib/contract/booking.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import { LONGEST_OCCURRENCE_MS } from '#lib/scheduling/occurrences.ts'
import type { Busy, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'
import type { Executor } from '../database/connection.ts'
import { notFound } from '../refusal.ts'
import {
  type BookableType,
  type OpeningsQuery,
  type OpeningsRow,
  openingsStatement,
} from './openings-statement.ts'

/** A time of a clinician and a room that is booked, or held and not expired. */
export type Occupied = Interval & { staffId: number; roomId: number; what?: string }

type UnoccupiedOccurrence = Omit<StaffedOccurrence, 'busy'>

/** Everything that decides where the openings of a type are; instants are epoch milliseconds. */
export type OpeningsReading = {
  type: BookableType
  /** The sites of the occurrences. */
  sites: Slot['site'][]
  occurrences: UnoccupiedOccurrence[]
  /** Of the clinicians and in the rooms of the occurrences. */
  occupied: Occupied[]
  /** What the clinicians hold of the competencies that the type requires, by staff id. */
  competencies: Map<number, HeldCompetency[]>
  /** By id; empty unless explained. */
  competencyNames: Map<number, string>
  /** The caller's own hold, while it lasts. */
  ownHold: HeldSlot | null
}

/** `start` in epoch milliseconds, `duration` in minutes. */
type HeldSlot = { typeId: number; start: number; siteId: number; duration: number }

/** For callers who may know why a time cannot be booked. */
export type Explanation = {
  /** Whether the patient of a clinician's (staff id) appointment may be named. */
  mayName: (staffId: number) => boolean
}

/**
 * Reads with one statement, and so from one moment, what decides when a type can be booked. What
 * occupies is read for the whole of every occurrence that touches the window.
 * @param options with `explain` it also reads occurrences that cannot take the type, and what
 *   names the reasons.
 * @throws Refusal `not_found` for a type that does not exist or that the caller may not see.
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
    sites: read.sites ?? [],
    occurrences: (read.occurrences ?? []).map(occurrenceFrom),
    occupied: occupiedFrom(read.occupied, explain),
    competencies: byStaff(read.competencies ?? []),
    competencyNames: new Map(read.competencyNames),
    ownHold: heldFrom(read.held),
  }
}

/** The occurrences, each with the times at which its clinician or its room is occupied. */
export function withBusyTimes({
  occurrences,
  occupied,
}: Pick<OpeningsReading, 'occurrences' | 'occupied'>): StaffedOccurrence[] {
  const byStart = occupied.toSorted((a, b) => a.start - b.start)
  const ofStaff = Map.groupBy(byStart, ({ staffId }) => staffId)
  const ofRoom = Map.groupBy(byStart, ({ roomId }) => roomId)
  return occurrences.map((occurrence) => {
    const { staffId, roomId } = occurrence
    const own = touching(ofStaff.get(staffId), occurrence)
    const others = touching(ofRoom.get(roomId), occurrence).filter(
      (taken) => taken.staffId !== staffId,
    )
    return { ...occurrence, busy: [...busyBy('clinician', own), ...busyBy('room', others)] }
  })
}

const busyBy = (by: 'clinician' | 'room', occupied: Occupied[]): Busy[] =>
  occupied.map((taken) => (taken.what ? { ...taken, by } : taken))

/** What touches the occurrence. Of months, each occurrence looks at its own day alone. */
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

/** The index of the first that starts at `from` or later. */
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

type Read = OpeningsRow['openings']

function occurrenceFrom(row: NonNullable<Read['occurrences']>[number]): UnoccupiedOccurrence {
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
  { staffId, roomId, start, end, patientName }: Read['occupied'],
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

/** "an appointment for Ada Guest"; holds have no patient. */
function described(patientName: string | null, mayName: boolean): string {
  if (patientName === null) return 'a time on hold'
  return mayName ? `an appointment for ${patientName}` : 'an appointment'
}

function heldFrom(held: Read['held']): HeldSlot | null {
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
