import { sql } from 'kysely'
import { addDays, mondayBefore } from '#lib/dates/format-date-time.ts'
import { toClinicDate, toInstant } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import { TIME_ZONE } from '../clinic.ts'
import { unique } from '../unique.ts'

export type FullDay = {
  siteId: number
  typeId: number
  typeName: string
  typeSlug: string
  date: string
  /** Clinicians in the order of their names, with the rooms in which they work from 9am to 5pm. */
  staff: { id: number; name: string; roomId: number; personId: number }[]
  /** The day with this site alone. */
  address: string
}

/**
 * A site of the journey's own on one day (default: the Tuesday after next week), where each clinician has appointments of
 * a quarter of an hour from 9am, one after the other with one between left free.
 */
export async function openFullDay(
  database: Database,
  {
    clinicians = 2,
    appointments = 2,
    date = addDays(mondayBefore(toClinicDate(Date.now(), TIME_ZONE)), 15),
  } = {},
): Promise<FullDay> {
  const mark = unique()
  const opens = new Date(toInstant(date, '09:00', TIME_ZONE))
  const typeName = `Hearing check ${mark}`
  const typeSlug = `hearing-check-${mark}`
  const site = await database
    .insertInto('site')
    .values({ name: `Clinic ${mark}`, slug: `clinic-${mark}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const type = await database
    .insertInto('appointment_type')
    .values({ name: typeName, slug: typeSlug, duration: 15 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows: staff } = await sql<FullDay['staff'][number]>`
    with numbers as (select number from generate_series(1, ${clinicians}::integer) as number),
    people as (
      insert into person (first_name, last_name, is_staff)
      select 'Clinician', lpad(number::text, 3, '0') || '-' || ${mark}::text, true from numbers
      returning id, full_name),
    employed as (insert into staff (person_id) select id from people returning id, person_id),
    rooms as (
      insert into room (name, slug, site_id)
      select 'Room ' || lpad(number::text, 3, '0'), 'room-' || ${mark}::text || '-' || number,
        ${site.id}::integer from numbers
      returning id, name),
    paired as (
      select one.id, one.name, one.person_id, other.id as room_id from (
        select employed.id, person_id, full_name as name, row_number() over (order by full_name)
        from employed join people on people.id = person_id) as one
      join (select id, row_number() over (order by name) from rooms) as other using (row_number))
    select id, name, room_id as "roomId", person_id as "personId" from paired order by name`.execute(
    database,
  )
  await sql`with rules as (
      insert into availability (staff_id, room_id, start_date, start_time, end_time)
      select staff_id, room_id, ${date}::date, '09:00', '17:00'
      from unnest(${staff.map(({ id }) => id)}::integer[],
        ${staff.map(({ roomId }) => roomId)}::integer[]) as given (staff_id, room_id)
      returning id, staff_id, room_id),
    offered as (
      insert into availability_appointment_type (availability_id, appointment_type_id)
      select id, ${type.id}::integer from rules)
    insert into availability_occurrence (availability_id, staff_id, room_id, date, starts_at, ends_at)
    select id, staff_id, room_id, ${date}::date, ${opens}::timestamptz,
      ${opens}::timestamptz + interval '8 hours' from rules`.execute(database)
  await sql`with wanted as (
      select staff_id, room_id, number, row_number() over () as place
      from unnest(${staff.map(({ id }) => id)}::integer[],
        ${staff.map(({ roomId }) => roomId)}::integer[]) as given (staff_id, room_id),
        generate_series(0, ${appointments}::integer - 1) as number),
    patients as (
      insert into person (first_name, last_name)
      select 'Patient', place || '-' || ${mark}::text from wanted
      returning id, split_part(last_name, '-', 1)::integer as place)
    insert into appointment (reference, status, appointment_type_id, staff_id, room_id, site_id,
      patient_id, starts_at, duration)
    select ${mark}::text || '-' || place, 'booked', ${type.id}::integer, staff_id, room_id,
      ${site.id}::integer, patients.id, ${opens}::timestamptz + number * interval '30 minutes', 15
    from wanted join patients using (place)`.execute(database)
  return {
    siteId: site.id,
    typeId: type.id,
    typeName,
    typeSlug,
    date,
    staff,
    address: `/clinic/schedule/staff?date=${date}&site=${site.id}`,
  }
}
