import { type RawBuilder, sql } from 'kysely'
import type { SiteSummary } from '#lib/contract/booking.ts'
import type { ScheduleAppointment } from '#lib/contract/schedule.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import { LONGEST_OCCURRENCE_MS } from '#lib/scheduling/recurrence.ts'
import { isWorkingHere } from '../identity/is-working-here.ts'

type ScheduleQuery = {
  window: Interval
  onlyStaffId: number | null
  /** It is null for everybody's, and 0 for nobody's. */
  formsOfStaffId: number | null
  seesHiddenSites: boolean
  siteId?: number | undefined
  staffId?: number | undefined
  roomId?: number | undefined
}

type Columns<T> = { [K in keyof T]: T[K][] | null }

/** Columns of whole seconds, as in src/server/booking/openings-statement.ts. */
export type ScheduleRows = {
  read_at: number
  sites: SiteSummary[] | null
  staff: { id: number; name: string }[] | null
  rooms: { id: number; name: string; site_id: number }[] | null
  types: { id: number; name: string }[] | null
  occurrences: Columns<{
    id: number
    availability: number
    staff: number
    room: number
    date: string
    start: number
    end: number
    recurring: boolean
  }>
  appointments: Columns<{
    id: number
    version: number
    status: ScheduleAppointment['status']
    staff: number
    room: number
    start: number
    end: number
    type: number
    patient: number | null
    name: string | null
    until: number | null
    is_coming: boolean | null
  }>
  /** They are counts of appointments that need a form: due, in progress and submitted. */
  forms: [id: number, due: number, in_progress: number, submitted: number][] | null
  alerts: [id: number, level: 'warning' | 'stop', text: string][] | null
}

/**
 * One statement reads from one moment; the benchmark runs it bare. Each person is looked up by index
 * (`offset 0`), because PostgreSQL cannot know how many a day has, and may read all people.
 */
export function scheduleRowsQuery(query: ScheduleQuery): RawBuilder<{ schedule: ScheduleRows }> {
  const { window, staffId, roomId } = query
  // A subquery, because for instants that it knows PostgreSQL plans each day anew, a third of its work.
  const instant = (at: number) => sql`(select ${new Date(at)}::timestamptz)`
  const touches = sql`starts_at < ${instant(window.end)}
    and starts_at > ${instant(window.start - LONGEST_OCCURRENCE_MS)}
    and ends_at > ${instant(window.start)}`
  return sql<{ schedule: ScheduleRows }>`
    with place as materialized (
      select room.id, room.name, room.site_id, room.is_active
      from room join site on site.id = room.site_id
      where ${placeConditions(query)}
    ), occurrence as materialized (
      select availability_occurrence.id, availability_id, availability_occurrence.staff_id,
        availability_occurrence.room_id, date, starts_at, ends_at, recurring
      from availability_occurrence
        cross join lateral (
          select from staff join person on person.id = staff.person_id
          where staff.id = availability_occurrence.staff_id and ${isWorkingHere} offset 0) as working
        cross join lateral (
          select recurring from availability where id = availability_id offset 0) as availability
      where ${touches} and ${ofWhom(query)}
        and room_id in (select id from place where is_active)
    ), taken as materialized (
      select appointment.*, full_name
      from (
        select id, version, status, staff_id, room_id, starts_at, ends_at, appointment_type_id,
          patient_id, hold_expires_at, is_coming
        from appointment
          left join (select appointment_id as id, starts_at, is_coming from attendance_answer)
            as answer using (id, starts_at)
        where status <> 'cancelled' and ${touches} and ${ofWhom(query)}
          and (hold_expires_at is null or hold_expires_at > now())
          and room_id in (select id from place)
        offset 0
      ) as appointment
        left join lateral (
          select full_name from person where id = patient_id offset 0) as patient on true
    ), clinician as materialized (
      select seen.id, name
      from (
        select staff_id as id from occurrence union select staff_id from taken
        ${staffId === undefined ? sql`` : sql`union ${requestedStaff(query)}`}
      ) as seen cross join lateral (
        select full_name as name from staff join person on person.id = staff.person_id
        where staff.id = seen.id offset 0) as named
    ), asked as materialized (
      select id, status, appointment_type_id from taken
      where status <> 'held' and ${ofForms(query)}
    ), filled as materialized (
      select id, appointment_id, eform_id, answers is not null and amends is null as in_progress
      from saved_form
      where kind = 'patient' and appointment_id in (select id from asked)
    ), needed as materialized (
      select asked.id, eform_id from asked join appointment_type_patient_form using (appointment_type_id)
      union select appointment_id, eform_id from filled
    ), used as materialized (
      select id, name, site_id from place
      where id in (select room_id from occurrence union select room_id from taken)
        or id = ${roomId ?? 0}
    )
    select json_build_object(
      'read_at', date_part('epoch', now()),
      'sites', (select json_agg(json_build_object('id', id, 'slug', slug, 'name', name))
        from site where ${query.seesHiddenSites ? sql`true` : sql`not hidden`}),
      'staff', (select json_agg(row_to_json(clinician)) from clinician),
      'rooms', (select json_agg(row_to_json(used)) from used),
      'types', (select json_agg(json_build_object('id', id, 'name', name) order by id)
        from appointment_type where id in (select appointment_type_id from taken)),
      'occurrences', (select json_build_object(
        'id', array_agg(id order by starts_at, id),
        'availability', array_agg(availability_id order by starts_at, id),
        'staff', array_agg(staff_id order by starts_at, id),
        'room', array_agg(room_id order by starts_at, id),
        'date', array_agg(date order by starts_at, id),
        'start', array_agg(date_part('epoch', starts_at)::bigint order by starts_at, id),
        'end', array_agg(date_part('epoch', ends_at)::bigint order by starts_at, id),
        'recurring', array_agg(recurring order by starts_at, id))
        from occurrence),
      'appointments', (select json_build_object(
        'id', array_agg(id order by starts_at, id),
        'version', array_agg(version order by starts_at, id),
        'status', array_agg(status order by starts_at, id),
        'staff', array_agg(staff_id order by starts_at, id),
        'room', array_agg(room_id order by starts_at, id),
        'start', array_agg(date_part('epoch', starts_at)::bigint order by starts_at, id),
        'end', array_agg(date_part('epoch', ends_at)::bigint order by starts_at, id),
        'type', array_agg(appointment_type_id order by starts_at, id),
        'patient', array_agg(patient_id order by starts_at, id),
        'name', array_agg(full_name order by starts_at, id),
        'until', array_agg(date_part('epoch', hold_expires_at)::bigint order by starts_at, id),
        'is_coming', array_agg(is_coming order by starts_at, id))
        from taken),
      -- As in src/server/booking/appointment-rows.ts.
      'forms', (select json_agg(json_build_array(id, due, in_progress, submitted)) from (
        select needed.id,
          count(*) filter (where filled.id is null and asked.status = 'booked') as due,
          count(*) filter (where filled.in_progress) as in_progress,
          count(*) filter (where not filled.in_progress) as submitted
        from needed join asked using (id)
          left join filled on filled.appointment_id = needed.id and filled.eform_id = needed.eform_id
        group by needed.id) as counted),
      'alerts', (select json_agg(
          json_build_array(filled.appointment_id, alert -> 'level', alert -> 'text')
          order by submitted_form.id, place)
        from filled join submitted_form on submitted_form.saved_form_id = filled.id
          cross join jsonb_array_elements(submitted_form.alerts) with ordinality as raised (alert, place)
        where not exists (
          select from submitted_form as later where later.replaces = submitted_form.id))
    ) as schedule`
}

// Only the conditions of the query, so that each kind has its own plan.
const all = (conditions: (RawBuilder<unknown> | false)[]) => {
  const present = conditions.filter((condition) => condition !== false)
  return present.length > 0 ? sql.join(present, sql` and `) : sql`true`
}

const placeConditions = ({ seesHiddenSites, siteId, roomId }: ScheduleQuery) =>
  all([
    !seesHiddenSites && sql`not site.hidden`,
    siteId !== undefined && sql`site.id = ${siteId}`,
    roomId !== undefined && sql`room.id = ${roomId}`,
  ])

const ofWhom = ({ onlyStaffId, staffId }: ScheduleQuery) =>
  all([
    onlyStaffId !== null && sql`staff_id = ${onlyStaffId}`,
    staffId !== undefined && sql`staff_id = ${staffId}`,
  ])

const ofForms = ({ formsOfStaffId }: ScheduleQuery) =>
  formsOfStaffId === null ? sql`true` : sql`staff_id = ${formsOfStaffId}`

const requestedStaff = ({ onlyStaffId, staffId }: ScheduleQuery) => sql`
  select staff.id from staff join person on person.id = staff.person_id
  where staff.id = ${staffId} and ${isWorkingHere}
    and ${onlyStaffId === null ? sql`true` : sql`staff.id = ${onlyStaffId}`}`
