import type { Database } from '#server/database/connection.ts'
import { tokenHash } from '#server/identity/token.ts'
import {
  addClinician,
  addGuests,
  addOpening,
  addRoom,
  addSite,
  addType,
  type Guest,
} from '../clinic-factory.ts'

const MINUTE = 60_000
const MARK = 5 * MINUTE

export type Type = { id: number; slug: string; duration: number }
type WorkedOccurrence = { staff: number; room: number; types: Type[]; start: number; end: number }

/** A small clinic: two hours, three clinicians, a room that changes hands, two kinds of appointment. */
export type Clinic = {
  db: Database
  siteId: number
  day: string
  /** Epoch milliseconds of the first mark. */
  opens: number
  types: Type[]
  occurrences: WorkedOccurrence[]
  guests: Guest[]
  /** The secrets of those who hold slots. */
  holders: string[]
}

export async function openClinic(db: Database): Promise<Clinic> {
  const { site } = await addSite(db)
  const short = await addType(db, { duration: 15 })
  const long = await addType(db, { duration: 25 })
  const [a, b, c] = [await addClinician(db), await addClinician(db), await addClinician(db)]
  const rooms = [await addRoom(db, site.id), await addRoom(db, site.id), await addRoom(db, site.id)]
  const [first, second, third] = rooms.map(({ id }) => id) as [number, number, number]
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const at = (time: string) => Date.parse(`${day}T${time}:00Z`)
  const occurrences: WorkedOccurrence[] = [
    { staff: a.id, room: first, types: [short, long], start: at('09:00'), end: at('11:00') },
    { staff: b.id, room: second, types: [short], start: at('09:00'), end: at('10:00') },
    { staff: b.id, room: third, types: [short], start: at('10:05'), end: at('11:00') },
    { staff: c.id, room: second, types: [long], start: at('10:00'), end: at('11:00') },
  ]
  for (const { staff, room, types, start, end } of occurrences) {
    await addOpening(db, { staff, room, types }, [start, end])
  }
  return {
    db,
    siteId: site.id,
    day,
    opens: at('09:00'),
    types: [short, long],
    occurrences,
    guests: await addGuests(db, 4),
    holders: [0, 1, 2].map((number) => `holder-${number}-of-site-${site.id}`),
  }
}

export const toStart = (clinic: Clinic, mark: number) => clinic.opens + mark * MARK

/** One row of the calendar as the database has it; `holder` is an index, or null. */
export type Entry = {
  id: number
  status: string
  staff: number
  room: number
  patient: number | null
  start: number
  end: number
  type: number
  holder: number | null
}

/** What occupies the clinic now: neither cancelled nor an expired hold. */
export async function readEntries(clinic: Clinic): Promise<Entry[]> {
  const rows = await clinic.db
    .selectFrom('appointment')
    .selectAll()
    .where('site_id', '=', clinic.siteId)
    .where('status', '<>', 'cancelled')
    .where((row) =>
      row.or([row('hold_expires_at', 'is', null), row('hold_expires_at', '>', new Date())]),
    )
    .orderBy('id')
    .execute()
  const hashes = clinic.holders.map(tokenHash)
  return rows.map((row) => {
    const holder = hashes.findIndex((hash) => row.hold_token_hash?.equals(hash))
    return {
      id: row.id,
      status: row.status,
      staff: row.staff_id,
      room: row.room_id,
      patient: row.patient_id,
      start: row.starts_at.getTime(),
      end: row.ends_at.getTime(),
      type: row.appointment_type_id,
      holder: holder < 0 ? null : holder,
    }
  })
}

const overlap = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end

const inTheWay = (
  occurrence: WorkedOccurrence,
  entries: Entry[],
  span: { start: number; end: number },
) =>
  entries.filter(
    (entry) =>
      (entry.staff === occurrence.staff || entry.room === occurrence.room) && overlap(entry, span),
  )

/** Staff ids of those who could take a time, in the plainest way: one occurrence after another. */
export function freeStaff(clinic: Clinic, entries: Entry[], type: Type, start: number) {
  const span = { start, end: start + type.duration * MINUTE }
  const free = clinic.occurrences.filter(
    (occurrence) =>
      occurrence.types.includes(type) &&
      occurrence.start <= span.start &&
      span.end <= occurrence.end &&
      inTheWay(occurrence, entries, span).length === 0,
  )
  return new Set(free.map(({ staff }) => staff))
}

export const freeClinicians = (...of: Parameters<typeof freeStaff>) => freeStaff(...of).size

/** The week's slots, by walking each occurrence from its start and past whatever stands in the way. */
export function expectedSlots(clinic: Clinic, entries: Entry[], type: Type) {
  const duration = type.duration * MINUTE
  const starts = new Set<number>()
  for (const occurrence of clinic.occurrences) {
    if (!occurrence.types.includes(type)) continue
    for (let start = occurrence.start; start + duration <= occurrence.end; ) {
      const obstacles = inTheWay(occurrence, entries, { start, end: start + duration })
      if (obstacles.length === 0) {
        starts.add(start)
        start += duration
      } else start = Math.max(...obstacles.map(({ end }) => end))
    }
  }
  return [...starts]
    .sort((a, b) => a - b)
    .map((start) => ({
      start: new Date(start).toISOString(),
      remaining: freeClinicians(clinic, entries, type, start),
    }))
}

export const isPatientTaken = (entries: Entry[], patient: number, type: Type, start: number) =>
  entries.some(
    (entry) =>
      entry.patient === patient && overlap(entry, { start, end: start + type.duration * MINUTE }),
  )

/** Pairs that must not exist: two entries at once of one clinician, one room or one patient. */
export const clashes = (entries: Entry[]) =>
  entries.flatMap((a, index) =>
    entries
      .slice(index + 1)
      .filter(
        (b) =>
          overlap(a, b) &&
          (a.staff === b.staff ||
            a.room === b.room ||
            (a.patient !== null && a.patient === b.patient)),
      )
      .map((b) => [a, b]),
  )
