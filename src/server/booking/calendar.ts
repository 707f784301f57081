import { type RawBuilder, sql } from 'kysely'
import type { Slot } from '#lib/contract/booking.ts'
import { LONGEST_APPOINTMENT_MINUTES } from '#lib/contract/fields.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import { isVisibleType } from '../catalogue/listed.ts'
import type { Visibility } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { notFound } from '../refusal.ts'

const HOUR = 3_600_000
/** Nothing on the calendar is longer: an overnight occurrence in a 25-hour night, with room to spare. */
const LONGEST = 26 * HOUR

export type CalendarQuery = {
  type: { id: number } | { slug: string }
  /** What is hidden counts only for who sees it. */
  sees: Visibility
  /** Instants, epoch milliseconds: every occurrence that touches this time. */
  window: Interval
  siteSlug?: string | undefined
  siteId?: number | undefined
  /** Where an appointment is that is to be moved: it may stay there, hidden or not. */
  keptSiteId?: number | undefined
  staffId?: number | undefined
  availabilityId?: number | undefined
  /** What occupies is read for at least this time too. */
  alsoOccupied?: Interval
  /** The asker's own hold does not stand in their way. */
  ownHold: Buffer | null
  /** An appointment that is to be moved: it does not stand in its own way. */
  exceptId?: number | undefined
  /** Hours as they would be after a change: some no longer there, others there that offer the type. */
  instead?: { removed: RemovedHours; added: AddedHours } | undefined
}

type RemovedHours = { availabilityId: number; starts: readonly number[] }
type AddedHours = { staffId: number; roomId: number; times: readonly Interval[] }

/** An appointment type as booking sees it; `duration` in minutes, `required` are competency ids. */
type BookableType = {
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
  sites: Slot['site'][]
  openings: Omit<Opening, 'busy'>[]
  /** Booked, or held and not expired, by the clinicians or in the rooms of the openings. */
  occupied: Occupied[]
  /** What the clinicians hold of the competencies that the type requires, by staff id. */
  competencies: Map<number, HeldCompetency[]>
  /** The asker's own hold, while it lasts. */
  ownHold: HeldSlot | null
}

/** What a hold keeps: `start` in epoch milliseconds, `duration` in minutes. */
type HeldSlot = { typeId: number; start: number; siteId: number; duration: number }

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
    ownHold: heldFrom(read.held),
  }
}

/** The occurrences, each with whatever occupies its clinician or its room. */
export function openingsOf({
  openings,
  occupied,
}: Pick<Calendar, 'openings' | 'occupied'>): Opening[] {
  const byStart = occupied.toSorted((a, b) => a.start - b.start)
  const ofStaff = Map.groupBy(byStart, ({ staffId }) => staffId)
  const ofRoom = Map.groupBy(byStart, ({ roomId }) => roomId)
  return openings.map((opening) => {
    const own = touching(ofStaff.get(opening.staffId), opening)
    const others = touching(ofRoom.get(opening.roomId), opening).filter(
      ({ staffId }) => staffId !== opening.staffId,
    )
    return { ...opening, busy: [...own, ...others] }
  })
}

/** What touches the opening. Of months, each opening looks at its own day alone. */
function touching(byStart: readonly Occupied[] = [], { start, end }: Interval): Occupied[] {
  const first = firstIndex(byStart, start - LONGEST)
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

type Row = {
  calendar: {
    type: BookableType | null
    sites: Slot['site'][] | null
    openings: [number, number, number, number, number, number, number][] | null
    occupied: Record<keyof Occupied, number[] | null>
    competencies: [number, number, string, string | null][] | null
    held?: [number, number, number, number] | null
  }
}

// Thousands of rows: as columns of whole seconds they are read several times faster than one by one.
/** The statement behind `readCalendar`; the benchmark runs it bare. */
export function calendarQuery(query: CalendarQuery): RawBuilder<Row> {
  const { type, window, sees, ownHold, exceptId, alsoOccupied = window } = query
  return sql<Row>`
    with type as materialized (
      select id, slug, name, duration, disabled, array(
          select competency_id from appointment_type_competency
          where appointment_type_id = appointment_type.id order by competency_id
        ) as required
      from appointment_type
      where ${'id' in type ? sql`id = ${type.id}` : sql`slug = ${type.slug}`}
        and ${isVisibleType(sees)}
    ), opening as materialized (
      select occurrence.id, occurrence.availability_id, occurrence.staff_id, occurrence.room_id,
        room.site_id, occurrence.starts_at, occurrence.ends_at
      from availability_occurrence as occurrence
      join availability_appointment_type as offered
        on offered.availability_id = occurrence.availability_id
        and offered.appointment_type_id = (select id from type where not disabled)
      join room on room.id = occurrence.room_id and room.is_active
      join site on site.id = room.site_id
      join staff on staff.id = occurrence.staff_id and staff.is_active and not staff.is_deleted
      join person on person.id = staff.person_id and person.is_active
      where occurrence.starts_at < ${new Date(window.end)}
        and occurrence.starts_at > ${new Date(window.start - LONGEST)}
        and occurrence.ends_at > ${new Date(window.start)}
        and ${requestedOpenings(query)}
      ${query.instead ? addedOpenings(query, query.instead.added) : sql``}
    ), span as (
      select least(min(starts_at), ${new Date(alsoOccupied.start)}) - ${LONGEST_APPOINTMENT_MINUTES} * interval '1 minute'
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
        and ${exceptId === undefined ? sql`true` : sql`id <> ${exceptId}`}
        and ${occupies(window)}
    )
    select json_build_object(
      'type', (select row_to_json(type) from type),
      'sites', (select json_agg(json_build_object('id', id, 'slug', slug, 'name', name,
          'display_order', display_order))
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
      ${ownHold ? sql`, 'held', ${heldBy(ownHold)}` : sql``}
    ) as calendar`
}

const heldBy = (holder: Buffer) => sql`(
  select json_build_array(appointment_type_id, date_part('epoch', starts_at)::bigint, site_id,
    duration)
  from appointment
  where status = 'held' and hold_token_hash = ${holder} and hold_expires_at > now())`

// Few clinicians are on duty at one moment: the index finds what occupies them. Of a week most rows
// are wanted: each is looked up in a hash, which an array is not.
function occupies(window: Interval) {
  return window.end - window.start < HOUR
    ? sql`(staff_id = any(array(select staff_id from opening))
        or room_id = any(array(select room_id from opening)))`
    : sql`(staff_id in (select staff_id from opening) or room_id in (select room_id from opening))`
}

// Only the conditions that are asked for, so that each question has a plan of its own.
function requestedOpenings(query: CalendarQuery) {
  const { sees, siteSlug, siteId, keptSiteId = 0, staffId, availabilityId, instead } = query
  const conditions = [
    !sees.sites && sql`(not site.hidden or site.id = ${keptSiteId})`,
    siteSlug !== undefined && sql`site.slug = ${siteSlug}`,
    siteId !== undefined && sql`site.id = ${siteId}`,
    staffId !== undefined && sql`occurrence.staff_id = ${staffId}`,
    availabilityId !== undefined && sql`occurrence.availability_id = ${availabilityId}`,
    instead &&
      sql`not (occurrence.availability_id = ${instead.removed.availabilityId}
        and occurrence.starts_at = any(${instead.removed.starts.map((start) => new Date(start))}))`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** Of no availability yet: they have the id 0, and numbers below 0 as occurrences. */
function addedOpenings({ window }: CalendarQuery, { staffId, roomId, times }: AddedHours) {
  return sql`union all
      select (-hours.number)::integer, 0, staff.id, room.id, room.site_id, hours.starts_at,
        hours.ends_at
      from unnest(${times.map(({ start }) => new Date(start))}::timestamptz[],
        ${times.map(({ end }) => new Date(end))}::timestamptz[])
        with ordinality as hours (starts_at, ends_at, number)
      join staff on staff.id = ${staffId} and staff.is_active and not staff.is_deleted
      join person on person.id = staff.person_id and person.is_active
      join room on room.id = ${roomId} and room.is_active
      where exists (select from type where not disabled)
        and hours.starts_at < ${new Date(window.end)} and hours.ends_at > ${new Date(window.start)}`
}

function heldFrom(held: Row['calendar']['held']): HeldSlot | null {
  if (!held) return null
  const [typeId, start, siteId, duration] = held
  return { typeId, start: start * 1000, siteId, duration }
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
