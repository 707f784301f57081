import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'

const DAY = 86_400_000

export type Span = { start: number; end: number }
export type Hours = Span & { availability: number; staff: number; room: number; types: number[] }
export type Booked = Span & {
  id: number
  version: number
  staff: number
  room: number
  type: number
  status: string
}

const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end
const contains = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end

export async function readHours(db: Database): Promise<Hours[]> {
  const rows = await db
    .selectFrom('availability_occurrence')
    .selectAll()
    .select(
      sql<number[]>`array(select appointment_type_id from availability_appointment_type as offered
        where offered.availability_id = availability_occurrence.availability_id
        order by appointment_type_id)`.as('types'),
    )
    .orderBy('starts_at')
    .orderBy('staff_id')
    .execute()
  return rows.map((row) => ({
    availability: row.availability_id,
    staff: row.staff_id,
    room: row.room_id,
    types: row.types,
    start: row.starts_at.getTime(),
    end: row.ends_at.getTime(),
  }))
}

/** The hours in rooms that are in use. */
export async function offeredIn(db: Database, hours: readonly Hours[]): Promise<Hours[]> {
  const rooms = await db.selectFrom('room').select(['id', 'is_active']).execute()
  const isInUse = new Map(rooms.map(({ id, is_active }) => [id, is_active]))
  return hours.filter(({ room }) => isInUse.get(room))
}

export async function readBooked(db: Database): Promise<Booked[]> {
  const rows = await db.selectFrom('appointment').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    staff: row.staff_id,
    room: row.room_id,
    type: row.appointment_type_id,
    status: row.status,
    start: row.starts_at.getTime(),
    end: row.ends_at.getTime(),
  }))
}

/** Pairs that must not exist: two at once of one clinician or in one room. */
export const clashes = (all: readonly (Span & { staff: number; room: number })[]) =>
  all.flatMap((a, index) =>
    all
      .slice(index + 1)
      .filter((b) => overlap(a, b) && (a.staff === b.staff || a.room === b.room))
      .map((b) => [a, b]),
  )

/** Booked, to come, and not in hours (of rooms in use) that offer the type. */
export const orphanedIn = (hours: readonly Hours[], booked: readonly Booked[], now: number) =>
  booked
    .filter(({ status, start }) => status === 'booked' && start > now)
    .filter(
      (one) =>
        !hours.some(
          (each) =>
            each.staff === one.staff &&
            each.room === one.room &&
            contains(each, one) &&
            each.types.includes(one.type),
        ),
    )
    .map(({ id }) => id)

/** The only one of the days that are played with. */
const BANK_HOLIDAY = '2027-05-31'

/** What the rules themselves come to, day by day, in the plainest way: daily rules in summer time. */
export async function expectedHours(db: Database) {
  const rules = await db
    .selectFrom('availability')
    .selectAll()
    .select(sql<string[]>`exceptions::text[]`.as('off'))
    .$narrowType<{ start_date: string; recurring_until: string | null }>()
    .execute()
  const londonSummer = (date: string, time: string) => Date.parse(`${date}T${time}+01:00`)
  return rules
    .flatMap((rule) => {
      const last = rule.recurring ? (rule.recurring_until ?? rule.start_date) : rule.start_date
      const days = (Date.parse(last) - Date.parse(rule.start_date)) / DAY
      return Array.from({ length: days + 1 }, (_, day) =>
        new Date(Date.parse(rule.start_date) + day * DAY).toISOString().slice(0, 10),
      )
        .filter((date) => !rule.recurring || !rule.off.includes(date))
        .filter((date) => !rule.recurring || !rule.except_bank_holidays || date !== BANK_HOLIDAY)
        .map((date) => [
          rule.staff_id,
          rule.room_id,
          londonSummer(date, rule.start_time),
          londonSummer(date, rule.end_time),
        ])
    })
    .sort(([a = 0, , b = 0], [c = 0, , d = 0]) => b - d || a - c)
}
