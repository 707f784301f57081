import { type RawBuilder, sql } from 'kysely'
import type { Opening } from '#lib/scheduling/bookability.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import type { Executor } from '../database/connection.ts'

const HOUR = 3_600_000
/** Nothing on the calendar is longer: an overnight occurrence in a 25-hour night, with room to spare. */
const LONGEST = 26 * HOUR

export type OpeningsQuery = {
  appointmentTypeId: number
  /** Hidden sites count only when unlocked. */
  unlocked: boolean
  /** Instants, epoch milliseconds: everything that touches this window. */
  window: Interval
  siteSlug?: string | undefined
  siteId?: number | undefined
  availabilityId?: number | undefined
  /** The asker's own hold does not stand in their way. */
  ownHold: Buffer | null
}

export type Occupied = { staffId: number; roomId: number } & Interval

type Calendar = {
  openings: Omit<Opening, 'busy'>[]
  /** Booked, or held and not expired, by the clinicians or in the rooms that offer the type. */
  occupied: Occupied[]
  /** What the clinicians hold of the competencies that the type requires, by staff id. */
  competencies: Map<number, HeldCompetency[]>
}

/**
 * All that decides when a type can be booked within a window, from one statement and so from one
 * moment. What occupies is read for the whole of every occurrence that touches the window.
 */
export async function readCalendar(executor: Executor, query: OpeningsQuery): Promise<Calendar> {
  const { rows } = await calendarQuery(query).execute(executor)
  const calendar = rows[0]?.calendar
  return {
    openings: (calendar?.openings ?? []).map(
      ([occurrenceId, availabilityId, staffId, roomId, siteId, start, end]) => ({
        occurrenceId,
        availabilityId,
        staffId,
        roomId,
        siteId,
        start: start * 1000,
        end: end * 1000,
      }),
    ),
    occupied: (calendar?.occupied ?? []).map(([staffId, roomId, start, end]) => ({
      staffId,
      roomId,
      start: start * 1000,
      end: end * 1000,
    })),
    competencies: byStaff(calendar?.competencies ?? []),
  }
}

/** The occurrences, each with whatever occupies its clinician or its room. */
export function openingsOf({ openings, occupied }: Calendar): Opening[] {
  const ofStaff = Map.groupBy(occupied, ({ staffId }) => staffId)
  const ofRoom = Map.groupBy(occupied, ({ roomId }) => roomId)
  return openings.map((opening) => ({
    ...opening,
    busy: [...(ofStaff.get(opening.staffId) ?? []), ...(ofRoom.get(opening.roomId) ?? [])].filter(
      ({ start, end }) => start < opening.end && end > opening.start,
    ),
  }))
}

type Row = {
  calendar: {
    openings: [number, number, number, number, number, number, number][] | null
    occupied: [number, number, number, number][] | null
    competencies: [number, number, string, string | null][] | null
  }
}

// Thousands of rows: as JSON of whole seconds they are read several times faster than one by one.
/** The statement behind `readCalendar`; the benchmark runs it bare. */
export function calendarQuery(query: OpeningsQuery): RawBuilder<Row> {
  const { appointmentTypeId, window, unlocked, siteSlug, siteId, availabilityId, ownHold } = query
  return sql<Row>`
    with opening as materialized (
      select occurrence.id, occurrence.availability_id, occurrence.staff_id, occurrence.room_id,
        room.site_id, occurrence.starts_at, occurrence.ends_at
      from availability_occurrence as occurrence
      join availability_appointment_type as offered
        on offered.availability_id = occurrence.availability_id
        and offered.appointment_type_id = ${appointmentTypeId}
      join room on room.id = occurrence.room_id
      join site on site.id = room.site_id
        and (not site.hidden or ${unlocked})
        and (${siteSlug ?? null}::text is null or site.slug = ${siteSlug ?? null})
        and (${siteId ?? null}::integer is null or site.id = ${siteId ?? null})
      join staff on staff.id = occurrence.staff_id and staff.is_active and not staff.is_deleted
      join person on person.id = staff.person_id and person.is_active
      where occurrence.starts_at < ${new Date(window.end)}
        and occurrence.starts_at > ${new Date(window.start - LONGEST)}
        and occurrence.ends_at > ${new Date(window.start)}
        and (${availabilityId ?? null}::integer is null
          or occurrence.availability_id = ${availabilityId ?? null})
    ), occupied as (
      select staff_id, room_id, starts_at, ends_at
      from appointment
      where status <> 'cancelled'
        and starts_at < ${new Date(window.end + LONGEST)}
        and starts_at > ${new Date(window.start - 2 * LONGEST)}
        and (hold_expires_at is null or hold_expires_at > now())
        and (${ownHold}::bytea is null or hold_token_hash is distinct from ${ownHold})
        and (staff_id = any(array(select staff_id from opening))
          or room_id = any(array(select room_id from opening)))
    )
    select json_build_object(
      'openings', (select json_agg(json_build_array(id, availability_id, staff_id, room_id,
        site_id, extract(epoch from starts_at)::bigint, extract(epoch from ends_at)::bigint)
        order by starts_at, id) from opening),
      'occupied', (select json_agg(json_build_array(staff_id, room_id,
        extract(epoch from starts_at)::bigint, extract(epoch from ends_at)::bigint)) from occupied),
      'competencies', (
        select json_agg(json_build_array(held.staff_id, held.competency_id, held.issued_at,
          held.expires_at))
        from appointment_type_competency as required
        join staff_competency as held on held.competency_id = required.competency_id
        where required.appointment_type_id = ${appointmentTypeId}
          and held.staff_id = any(array(select staff_id from opening)))
    ) as calendar`
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
