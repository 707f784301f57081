import { type RawBuilder, sql } from 'kysely'
import type { SiteSummary } from '#lib/contract/booking.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import { isVisibleType } from '../catalogue/listed.ts'
import type { Executor } from '../database/connection.ts'
import { notFound } from '../refusal.ts'

const HOUR = 3_600_000
/** Nothing on the calendar is longer: an overnight occurrence in a 25-hour night, with room to spare. */
const LONGEST = 26 * HOUR
/** The schema allows no longer appointment. */
const LONGEST_APPOINTMENT = '24 hours'

export type CalendarQuery = {
  type: { id: number } | { slug: string }
  /** Hidden types, categories and sites count only when unlocked. */
  unlocked: boolean
  /** Instants, epoch milliseconds: every occurrence that touches this time. */
  window: Interval
  siteSlug?: string | undefined
  siteId?: number | undefined
  availabilityId?: number | undefined
  /** What occupies is read for at least this time too. */
  alsoOccupied?: Interval
  /** The asker's own hold does not stand in their way. */
  ownHold: Buffer | null
}

/** An appointment type as booking sees it; `duration` in minutes, `required` are competency ids. */
export type BookableType = {
  id: number
  slug: string
  name: string
  duration: number
  disabled: boolean
  required: number[]
}

export type Occupied = { staffId: number; roomId: number } & Interval

export type Calendar = {
  type: BookableType
  /** The sites of the openings. */
  sites: SiteSummary[]
  openings: Omit<Opening, 'busy'>[]
  /** Booked, or held and not expired, by the clinicians or in the rooms of the openings. */
  occupied: Occupied[]
  /** What the clinicians hold of the competencies that the type requires, by staff id. */
  competencies: Map<number, HeldCompetency[]>
}

/**
 * All that decides when a type can be booked within a window, from one statement and so from one
 * moment. What occupies is read for the whole of every occurrence that touches the window.
 * @throws Refusal `not_found` when there is no such type, or none that may be seen.
 */
export async function readCalendar(executor: Executor, query: CalendarQuery): Promise<Calendar> {
  const { rows } = await calendarQuery(query).execute(executor)
  const read = rows[0]?.calendar
  if (!read?.type) throw notFound('This service')
  return {
    type: read.type,
    sites: read.sites ?? [],
    openings: (read.openings ?? []).map(
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
    occupied: occupiedFrom(read.occupied),
    competencies: byStaff(read.competencies ?? []),
  }
}

/** The occurrences, each with whatever occupies its clinician or its room. */
export function openingsOf({
  openings,
  occupied,
}: Pick<Calendar, 'openings' | 'occupied'>): Opening[] {
  const ofStaff = Map.groupBy(occupied, ({ staffId }) => staffId)
  const ofRoom = Map.groupBy(occupied, ({ roomId }) => roomId)
  return openings.map((opening) => {
    const touches = ({ start, end }: Interval) => start < opening.end && end > opening.start
    const own = (ofStaff.get(opening.staffId) ?? []).filter(touches)
    const others = (ofRoom.get(opening.roomId) ?? []).filter(
      (taken) => taken.staffId !== opening.staffId && touches(taken),
    )
    return { ...opening, busy: [...own, ...others] }
  })
}

type Row = {
  calendar: {
    type: BookableType | null
    sites: SiteSummary[] | null
    openings: [number, number, number, number, number, number, number][] | null
    occupied: Record<keyof Occupied, number[] | null>
    competencies: [number, number, string, string | null][] | null
  }
}

// Thousands of rows: as columns of whole seconds they are read several times faster than one by one.
/** The statement behind `readCalendar`; the benchmark runs it bare. */
export function calendarQuery(query: CalendarQuery): RawBuilder<Row> {
  const { type, window, unlocked, ownHold, alsoOccupied = window } = query
  return sql<Row>`
    with type as materialized (
      select id, slug, name, duration, disabled, array(
          select competency_id from appointment_type_competency
          where appointment_type_id = appointment_type.id order by competency_id
        ) as required
      from appointment_type
      where ${'id' in type ? sql`id = ${type.id}` : sql`slug = ${type.slug}`}
        and ${isVisibleType(unlocked)}
    ), opening as materialized (
      select occurrence.id, occurrence.availability_id, occurrence.staff_id, occurrence.room_id,
        room.site_id, occurrence.starts_at, occurrence.ends_at
      from availability_occurrence as occurrence
      join availability_appointment_type as offered
        on offered.availability_id = occurrence.availability_id
        and offered.appointment_type_id = (select id from type where not disabled)
      join room on room.id = occurrence.room_id
      join site on site.id = room.site_id
      join staff on staff.id = occurrence.staff_id and staff.is_active and not staff.is_deleted
      join person on person.id = staff.person_id and person.is_active
      where occurrence.starts_at < ${new Date(window.end)}
        and occurrence.starts_at > ${new Date(window.start - LONGEST)}
        and occurrence.ends_at > ${new Date(window.start)}
        and ${wantedOpenings(query)}
    ), span as (
      select least(min(starts_at), ${new Date(alsoOccupied.start)}) - ${LONGEST_APPOINTMENT}::interval
          as earliest,
        greatest(max(ends_at), ${new Date(alsoOccupied.end)}) as latest
      from opening
    ), occupied as (
      select staff_id, room_id, starts_at, ends_at
      from appointment
      where status <> 'cancelled'
        and starts_at > (select earliest from span)
        and starts_at < (select latest from span)
        and (hold_expires_at is null or hold_expires_at > now())
        and ${ownHold ? sql`hold_token_hash is distinct from ${ownHold}` : sql`true`}
        and ${occupies(window)}
    )
    select json_build_object(
      'type', (select row_to_json(type) from type),
      'sites', (select json_agg(json_build_object('id', id, 'slug', slug, 'name', name))
        from site where id in (select site_id from opening)),
      'openings', (select json_agg(json_build_array(id, availability_id, staff_id, room_id,
        site_id, date_part('epoch', starts_at)::bigint, date_part('epoch', ends_at)::bigint)
        order by starts_at, id) from opening),
      'occupied', (select json_build_object(
        'staffId', array_agg(staff_id), 'roomId', array_agg(room_id),
        'start', array_agg(date_part('epoch', starts_at)::bigint),
        'end', array_agg(date_part('epoch', ends_at)::bigint)) from occupied),
      'competencies', (
        select json_agg(json_build_array(staff_id, competency_id, issued_at, expires_at))
        from staff_competency
        where competency_id = any((select required from type)::integer[])
          and staff_id = any(array(select staff_id from opening)))
    ) as calendar`
}

// Few clinicians are on duty at one moment: the index finds what occupies them. Of a week most rows
// are wanted: each is looked up in a hash, which an array is not.
function occupies(window: Interval) {
  return window.end - window.start < HOUR
    ? sql`(staff_id = any(array(select staff_id from opening))
        or room_id = any(array(select room_id from opening)))`
    : sql`(staff_id in (select staff_id from opening) or room_id in (select room_id from opening))`
}

// Only the conditions that are asked for, so that each question has a plan of its own.
function wantedOpenings({ unlocked, siteSlug, siteId, availabilityId }: CalendarQuery) {
  const conditions = [
    !unlocked && sql`not site.hidden`,
    siteSlug !== undefined && sql`site.slug = ${siteSlug}`,
    siteId !== undefined && sql`site.id = ${siteId}`,
    availabilityId !== undefined && sql`occurrence.availability_id = ${availabilityId}`,
  ].filter((condition) => condition !== false)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

function occupiedFrom({ staffId, roomId, start, end }: Row['calendar']['occupied']): Occupied[] {
  return (staffId ?? []).map((id, row) => ({
    staffId: id,
    roomId: roomId?.[row] ?? 0,
    start: (start?.[row] ?? 0) * 1000,
    end: (end?.[row] ?? 0) * 1000,
  }))
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
