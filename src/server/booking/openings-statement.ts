import { type RawBuilder, sql } from 'kysely'
import type { Slot } from '#lib/contract/booking.ts'
import { LONGEST_APPOINTMENT_MINUTES } from '#lib/contract/fields.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import { LONGEST_OCCURRENCE_MS } from '#lib/scheduling/recurrence.ts'
import { isVisibleType, type Visibility } from '../catalogue/visibility.ts'
import { isWorkingHere } from '../identity/is-working-here.ts'

const HOUR = 3_600_000

type CalendarQuery = {
  /** It limits hidden types and sites. */
  sees: Visibility
  window: Interval
  siteSlug?: string | undefined
  siteId?: number | undefined
  reservedSiteId?: number | undefined
  staffId?: number | undefined
  roomId?: number | undefined
  availabilityId?: number | undefined
  /** It also reads what occupies at least this time. */
  alsoOccupied?: Interval
  ownHold?: Buffer | null
  /** Rows of `freed_time` that occupy as well. */
  isKept?: RawBuilder<boolean> | undefined
  exceptId?: number | undefined
  /** It is the availability after a change. */
  instead?: { removed: RemovedHours; added: AddedHours } | undefined
}

export type OpeningsQuery = CalendarQuery & {
  type: { id: number } | { slug: string }
  isTypeAgreed?: boolean
}

export type OpeningsOfTypesQuery = CalendarQuery & {
  /** Slugs that are null are those of every type. */
  types: { slugs: readonly string[] | null } | { ids: readonly number[] }
  siteIds?: readonly number[] | undefined
  /** It ends the time after the window that `later` looks through. */
  horizon: number
}

type RemovedHours = { availabilityId: number; starts: readonly number[] }
type AddedHours = { staffId: number; roomId: number; times: readonly Interval[] }

export type BookableType = {
  id: number
  slug: string
  name: string
  duration: number
  disabled: boolean
  required: number[]
}

/** Times are in whole seconds. The last columns are for explaining only. */
export type ReadCalendar = {
  sites: Slot['site'][] | null
  occurrences:
    | [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        ...([boolean, boolean, boolean] | []),
      ][]
    | null
  occupied: {
    staffId: number[] | null
    roomId: number[] | null
    start: number[] | null
    end: number[] | null
    patientName?: (string | null)[] | null
  }
  competencies: [number, number, string, string | null][] | null
}

type OpeningsRow = {
  openings: ReadCalendar & {
    type: BookableType | null
    competencyNames?: [number, string][] | null
    held?: [number, number, number, number] | null
  }
}

type OpeningsOfTypesRow = {
  openings: ReadCalendar & {
    types: BookableType[] | null
    /** The types (ids) that each availability offers. */
    offered: [number, number[]][] | null
    /** Types and sites (ids) with hours after the window. */
    later: [number, number][] | null
  }
}

/**
 * The benchmark runs it bare. Reads what occupies as columns of whole seconds, because thousands of
 * rows parse several times faster.
 * @param explain also reads occurrences that cannot take the type, and names.
 */
export function openingsStatement(query: OpeningsQuery, explain: boolean): RawBuilder<OpeningsRow> {
  const { type, sees, isTypeAgreed, ownHold } = query
  const isType = 'id' in type ? sql`id = ${type.id}` : sql`slug = ${type.slug}`
  const offered = sql`${explain ? sql`left join` : sql`join`} availability_appointment_type as offered
        on offered.availability_id = occurrence.availability_id
        and offered.appointment_type_id = (select id from type)`
  return sql<OpeningsRow>`
    with ${bookableTypes(sql`${isType} and ${isTypeAgreed ? sql`true` : isVisibleType(sees)}`)},
    ${calendarTables(query, explain, { offered, isNotOffered: sql`offered.availability_id is null` })}
    select json_build_object(
      'type', (select row_to_json(type) from type),
      ${calendarColumns(explain)}
      ${explain ? sql`, 'competencyNames', ${requiredNames}` : sql``}
      ${ownHold ? sql`, 'held', ${heldBy(ownHold)}` : sql``}
    ) as openings`
}

/** Reads the same of many types that are not disabled, and what each occurrence offers of them. */
export function openingsOfTypesStatement(
  query: OpeningsOfTypesQuery,
): RawBuilder<OpeningsOfTypesRow> {
  const { types, sees } = query
  const isType = sql`${isRequestedType(types)} and not disabled and ${isVisibleType(sees)}`
  return sql<OpeningsOfTypesRow>`
    with ${bookableTypes(isType)},
    ${calendarTables(query, false, { offered: sql``, isNotOffered: sql`false` })}
    select json_build_object(
      'types', (select json_agg(type) from type),
      'offered', (select json_agg(json_build_array(availability_id, type_ids)) from (
        select availability_id, array_agg(appointment_type_id) as type_ids
        from availability_appointment_type
        where availability_id = any(array(select availability_id from occurrence))
          and appointment_type_id = any(array(select id from type))
        group by availability_id) as offer),
      'later', ${laterPairs(query)},
      ${calendarColumns(false)}
    ) as openings`
}

function isRequestedType(types: OpeningsOfTypesQuery['types']) {
  if ('ids' in types) return sql`id = any(${types.ids}::integer[])`
  return types.slugs ? sql`slug = any(${types.slugs}::text[])` : sql`true`
}

const bookableTypes = (isType: RawBuilder<unknown>) => sql`type as materialized (
      select id, slug, name, duration, disabled, array(
          select competency_id from appointment_type_competency
          where appointment_type_id = appointment_type.id order by competency_id
        ) as required
      from appointment_type
      where ${isType}
    )`

type OfferedTypes = { offered: RawBuilder<unknown>; isNotOffered: RawBuilder<unknown> }

function calendarTables(
  query: OpeningsQuery | OpeningsOfTypesQuery,
  explain: boolean,
  { offered, isNotOffered }: OfferedTypes,
) {
  const { window, alsoOccupied = window } = query
  return sql`occurrence as materialized (
      select occurrence.id, occurrence.availability_id, occurrence.staff_id, occurrence.room_id,
        room.site_id, occurrence.starts_at, occurrence.ends_at,
        ${isNotOffered} as is_type_not_offered,
        not ${isWorkingHere} as is_staff_inactive,
        not room.is_active as is_room_withdrawn
      from availability_occurrence as occurrence
      ${offered}
      join room on room.id = occurrence.room_id
      join site on site.id = room.site_id
      join staff on staff.id = occurrence.staff_id
      join person on person.id = staff.person_id
      where ${touches(window)}
        and ${explain ? sql`true` : sql`${isInUse}`}
        and ${requestedOccurrences(query)}
      ${query.instead ? addedOccurrences(query, query.instead.added) : sql``}
    ), span as (
      select least(min(starts_at), ${new Date(alsoOccupied.start)}) - ${LONGEST_APPOINTMENT_MINUTES} * interval '1 minute'
          as earliest,
        greatest(max(ends_at), ${new Date(alsoOccupied.end)}) as latest
      from occurrence
    ), occupied as (
      ${occupiedTimes(query, explain)}
      ${query.isKept ? reservedTimes(query.isKept, explain) : sql``}
    )`
}

const touches = ({ start, end }: Interval) => sql`occurrence.starts_at < ${new Date(end)}
        and occurrence.starts_at > ${new Date(start - LONGEST_OCCURRENCE_MS)}
        and occurrence.ends_at > ${new Date(start)}`

const calendarColumns = (explain: boolean) => sql`
      'sites', (select json_agg(json_build_object('id', id, 'slug', slug, 'name', name,
          'display_order', display_order))
        from site where id in (select site_id from occurrence)),
      'occurrences', (select json_agg(json_build_array(id, availability_id, staff_id, room_id,
        site_id, date_part('epoch', starts_at)::bigint, date_part('epoch', ends_at)::bigint
        ${explain ? sql`, is_type_not_offered, is_staff_inactive, is_room_withdrawn` : sql``})
        order by starts_at, id) from occurrence),
      'occupied', (select json_build_object(
        'staffId', array_agg(staff_id), 'roomId', array_agg(room_id),
        'start', array_agg(date_part('epoch', starts_at)::bigint),
        'end', array_agg(date_part('epoch', ends_at)::bigint)
        ${explain ? sql`, 'patientName', array_agg(patient_name)` : sql``}) from occupied),
      'competencies', (
        select json_agg(json_build_array(staff_id, competency_id, issued_at, expires_at))
        from staff_competency
        where competency_id in (select unnest(required) from type)
          and staff_id = any(array(select staff_id from occurrence)))`

/** Looks up each availability once, because up to a horizon there are thousands of occurrences. */
function laterPairs(query: OpeningsOfTypesQuery) {
  const { window, horizon } = query
  if (window.end >= horizon) return sql`null`
  return sql`(
        with working as materialized (
          select availability.id, availability.staff_id, room.site_id
          from availability
            join room on room.id = availability.room_id
            join site on site.id = room.site_id
            join staff on staff.id = availability.staff_id
            join person on person.id = staff.person_id
          where ${isInUse}
            and ${all(requestedSites(query))}
            and ${offersType(sql`availability.id`)}
        )
        select json_agg(json_build_array(type_id, site_id)) from (
          select distinct offered.appointment_type_id as type_id, working.site_id
          from working join availability_appointment_type as offered
            on offered.availability_id = working.id
          where offered.appointment_type_id = any(array(select id from type))
            and working.id = any(array(select id from working
              where exists (select from availability_occurrence as occurrence
                where occurrence.availability_id = working.id
                  and ${touches({ start: window.end, end: horizon })})))
            and not exists (select from appointment_type_competency as required
              where required.appointment_type_id = offered.appointment_type_id
                and not ${isHeldLater(window)})) as pair)`
}

/** A day early, because the clinic's may be another than the database's. */
const isHeldLater = ({ end }: Interval) => sql`exists (
                  select from staff_competency as held
                  where held.staff_id = working.staff_id
                    and held.competency_id = required.competency_id
                    and (held.expires_at is null
                      or held.expires_at >= ${new Date(end)}::timestamptz::date - 1))`

const offersType = (availabilityId: RawBuilder<unknown>) => sql`exists (
        select from availability_appointment_type as offered
        where offered.availability_id = ${availabilityId}
          and offered.appointment_type_id = any(array(select id from type)))`

const reservedTimes = (isKept: RawBuilder<boolean>, explain: boolean) => sql`
      union all
      select staff_id, room_id, starts_at, ends_at ${explain ? sql`, null` : sql``}
      from freed_time as freed
      where ${isKept} and starts_at < (select latest from span)
        and ends_at > (select earliest from span)`

const isInUse = sql`room.is_active and ${isWorkingHere}`

const requiredNames = sql`(
  select json_agg(json_build_array(id, name)) from competency
  where id = any((select required from type)::integer[]))`

const heldBy = (holder: Buffer) => sql`(
  select json_build_array(appointment_type_id, date_part('epoch', starts_at)::bigint, site_id,
    duration)
  from appointment
  where status = 'held' and hold_token_hash = ${holder} and hold_expires_at > now())`

// For a week most rows are wanted, and a hash is faster. For a short time, those of each clinician
// and room on duty are looked up: without `offset 0` PostgreSQL reads everybody's of that day,
// because it expects few.
function occupiedTimes({ window, ownHold, exceptId }: CalendarQuery, explain: boolean) {
  const those = (isOnDuty: RawBuilder<unknown>) => sql`
      select staff_id, room_id, starts_at, ends_at
        ${explain ? sql`, (select full_name from person where id = patient_id) as patient_name` : sql``}
      from appointment
      where status <> 'cancelled'
        and starts_at > (select earliest from span)
        and starts_at < (select latest from span)
        and (hold_expires_at is null or hold_expires_at > now())
        and ${ownHold ? sql`hold_token_hash is distinct from ${ownHold}` : sql`true`}
        and ${exceptId === undefined ? sql`true` : sql`id <> ${exceptId}`}
        and ${isOnDuty}`
  if (window.end - window.start >= HOUR) {
    return those(sql`(staff_id in (select staff_id from occurrence)
      or room_id in (select room_id from occurrence))`)
  }
  return sql`
      select taken.* from (select distinct staff_id from occurrence) as clinician
        cross join lateral (${those(sql`staff_id = clinician.staff_id`)} offset 0) as taken
      union all
      select taken.* from (select distinct room_id from occurrence) as used
        cross join lateral (${those(sql`room_id = used.room_id
          and staff_id not in (select staff_id from occurrence)`)} offset 0) as taken`
}

function requestedOccurrences(query: OpeningsQuery | OpeningsOfTypesQuery) {
  const { staffId, roomId, availabilityId, instead } = query
  return all([
    ...requestedSites(query),
    staffId !== undefined && sql`occurrence.staff_id = ${staffId}`,
    roomId !== undefined && sql`occurrence.room_id = ${roomId}`,
    availabilityId !== undefined && sql`occurrence.availability_id = ${availabilityId}`,
    instead &&
      sql`not (occurrence.availability_id = ${instead.removed.availabilityId}
        and occurrence.starts_at = any(${instead.removed.starts.map((start) => new Date(start))}))`,
    'types' in query && offersType(sql`occurrence.availability_id`),
  ])
}

function requestedSites(query: OpeningsQuery | OpeningsOfTypesQuery) {
  const { sees, siteSlug, siteId, reservedSiteId = 0 } = query
  const siteIds = 'siteIds' in query ? query.siteIds : undefined
  return [
    !sees.sites && sql`(not site.hidden or site.id = ${reservedSiteId})`,
    siteSlug !== undefined && sql`site.slug = ${siteSlug}`,
    siteId !== undefined && sql`site.id = ${siteId}`,
    siteIds !== undefined && sql`site.id = any(${siteIds}::integer[])`,
  ]
}

/** Only the conditions of the query, so that each kind has its own plan. */
function all(conditions: readonly (RawBuilder<unknown> | false | undefined)[]) {
  const requested = conditions.filter((condition) => typeof condition === 'object')
  return requested.length > 0 ? sql.join(requested, sql` and `) : sql`true`
}

/** They have no availability yet: its id is 0, theirs are negative. */
function addedOccurrences({ window }: CalendarQuery, { staffId, roomId, times }: AddedHours) {
  return sql`union all
      select (-hours.number)::integer, 0, staff.id, room.id, room.site_id, hours.starts_at,
        hours.ends_at, false, false, false
      from unnest(${times.map(({ start }) => new Date(start))}::timestamptz[],
        ${times.map(({ end }) => new Date(end))}::timestamptz[])
        with ordinality as hours (starts_at, ends_at, number)
      join staff on staff.id = ${staffId}
      join person on person.id = staff.person_id
      join room on room.id = ${roomId}
      where ${isInUse} and exists (select from type)
        and hours.starts_at < ${new Date(window.end)} and hours.ends_at > ${new Date(window.start)}`
}
