import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#server/database/connection.ts'

const WEEKDAYS = '{1,2,3,4,5}'

/**
 * Two patients want an earlier time than their appointment, one of them the patient who signs in;
 * four wait for hours at which branches are closed, so that the list is never empty.
 */
export async function insertWaitingList(executor: Executor, now: number): Promise<void> {
  const at = new Date(now)
  const wantsEarlier = (patient: RawBuilder<boolean>, daysAgo: number) =>
    sql`
    insert into waiting_list_entry (patient_id, appointment_type_id, appointment_id, days, from_time,
      to_time, until, joined)
    select patient_id, appointment_type_id, appointment.id, ${WEEKDAYS}::smallint[], '09:00', '11:59',
      starts_at::date, ${at}::timestamptz - make_interval(days => ${daysAgo})
    from appointment join person on person.id = appointment.patient_id
    where status = 'booked' and starts_at > ${at}::timestamptz + interval '15 days' and ${patient}
    order by starts_at desc, appointment.id limit 1`.execute(executor)
  await wantsEarlier(sql`person.email = 'patient@example.test'`, 2)
  await wantsEarlier(sql`person.email <> 'patient@example.test' and not person.is_guest`, 9)
  await sql`
    insert into waiting_list_entry (patient_id, appointment_type_id, days, from_time, to_time, until,
      joined)
    select person.id, type.id, '{7}'::smallint[], '17:00', '23:59',
      ${at}::date + 60, ${at}::timestamptz - make_interval(days => person.number::integer)
    from (
      select id, row_number() over (order by id) as number
      from person where not is_staff and not is_guest and is_active and not is_deceased
        and merged_into is null and email <> 'patient@example.test'
    ) as person
      join (
        select id, row_number() over (order by id) as number
        from appointment_type where not disabled and not hidden
      ) as type on type.number = 1 + person.number % 2
    where person.number <= 4`.execute(executor)
}
