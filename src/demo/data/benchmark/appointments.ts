import { sql } from 'kysely'
import type { Executor } from '#server/database/connection.ts'
import { type ConsultingBlock, occurrenceRows } from './availabilities.ts'
import { selectBenchmarkClinicians } from './base.ts'
import { selectBenchmarkPatients } from './patients.ts'

const DURATION = 15
const SLOTS_IN_DAY = 32

/**
 * Scatters `count` appointments over the slots of a block, the same on every run. Every slot has a
 * number, by start and then clinician, and the first so many `patients` take turns by that number:
 * the clinicians of one start see different people, and nothing overlaps. In the past (`year` from
 * 1) one in twenty was cancelled and one in twenty missed; ahead (`year` 0) all are booked.
 */
export async function insertBenchmarkAppointments(
  executor: Executor,
  block: ConsultingBlock,
  { year, count, patients }: { year: number; count: number; patients: number },
): Promise<void> {
  const clinicians = block.lastClinician - block.firstClinician + 1
  await sql`
    with clinician as materialized (${selectBenchmarkClinicians(block)}),
    occurrence as materialized (${occurrenceRows(block)}),
    patient as materialized (${selectBenchmarkPatients(patients)}),
    chosen as materialized (
      select slot, row_number() over (order by slot) as place
      from (
        select slot
        from generate_series(0, (select count(*) from occurrence)
          * ${SLOTS_IN_DAY * clinicians}::integer - 1) as slot
        order by md5(${year} || ':' || slot) limit ${count}::integer
      ) as drawn
    ),
    appointment_at as (
      select clinician.*, availability.id as availability_id, place,
        occurrence.starts_at + make_interval(mins => (${DURATION}::integer
          * (slot / ${clinicians}::integer % ${SLOTS_IN_DAY}::integer))::integer) as starts_at,
        patient.id as patient_id,
        case
          when ${year}::integer = 0 then 'booked'
          when place % 20 = 0 then 'cancelled'
          when place % 20 = 10 then 'did_not_attend'
          else 'completed'
        end as status
      from chosen
      join clinician on clinician.number = slot % ${clinicians}::integer
      join occurrence on occurrence.number = slot / ${clinicians * SLOTS_IN_DAY}::integer
      join patient on patient.number = slot % (select count(*) from patient)
      join availability on availability.staff_id = clinician.staff_id
        and availability.start_date = ${block.start}::date
    )
    insert into appointment (reference, status, appointment_type_id, availability_id, staff_id,
      room_id, site_id, patient_id, starts_at, duration, completed_on, completed_by,
      cancelled_on, created, modified)
    select 'BEN' || lpad(${year}::text, 2, '0') || '-' || lpad((place - 1)::text, 5, '0'),
      status, type.id, availability_id, staff_id, room_id, site_id, patient_id, starts_at,
      ${DURATION}::integer,
      case status when 'completed' then minutes_after(starts_at, ${DURATION}::integer) end,
      case status when 'completed' then (select person_id from staff where id = staff_id) end,
      case status when 'cancelled' then starts_at - interval '1 day' end,
      starts_at - interval '90 days', starts_at - interval '1 day'
    from appointment_at, appointment_type as type
    where type.slug = ${block.slug}
    order by starts_at, staff_id`.execute(executor)
  // Deletes the messages of this transaction alone, because nobody is written to about made-up
  // appointments.
  await sql`delete from message where created = now()`.execute(executor)
}
