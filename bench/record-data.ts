import { sql } from 'kysely'
import type { Database, Executor } from '#server/database/connection.ts'

const YEARS = 20
const APPOINTMENTS = 500
const FORMS = 200
const DOSES = 60
const ADVICE = 300
/** Of the million, this far back. */
const DOSE_YEARS = 5
/** Of one product and month, so that a batch has some sixty doses. */
const BATCHES_A_MONTH = 20

export type LongRecord = { patientId: number; appointmentId: number }

/**
 * A patient with 500 appointments in 20 years, 200 forms, 60 doses, 300 pieces of advice and an
 * outcome of each appointment that took place.
 * @returns the patient, and the latest appointment with a form.
 */
export async function addLongRecord(db: Database): Promise<LongRecord> {
  return await db.transaction().execute(async (tx) => {
    const { rows: people } = await sql<{ id: number }>`
      insert into person (first_name, last_name, dob, nhs_number, email, mobile)
      values ('Long', 'Record', '1950-02-28', '9990000018', 'long@example.test', '07700 900 777')
      returning id`.execute(tx)
    const patientId = people[0]?.id ?? 0
    const day = sql`make_interval(days => ${Math.floor((YEARS * 365) / APPOINTMENTS)})`
    await sql`
      with place as (
        select staff_id, room_id, site_id from appointment where reference like 'BEN%' limit 1),
      type as (select id, row_number() over (order by id) - 1 as number from appointment_type),
      visit as (
        select number,
          date_trunc('day', now()) + interval '3 hours' - number * ${day} as starts_at,
          case when number % 20 = 10 then 'cancelled' when number % 25 = 5 then 'did_not_attend'
            else 'completed' end as status
        from generate_series(1, ${APPOINTMENTS}::integer) as number)
      insert into appointment (reference, status, appointment_type_id, staff_id, room_id, site_id,
        patient_id, starts_at, duration, completed_on, completed_by, cancelled_on)
      select 'LONG-' || lpad(visit.number::text, 5, '0'), status, type.id, staff_id, room_id,
        site_id, ${patientId}, starts_at, 15,
        case status when 'completed' then starts_at + interval '15 minutes' end,
        case status when 'completed' then staff_id end,
        case status when 'cancelled' then starts_at - interval '1 day' end
      from place cross join visit
        join type on type.number = visit.number % (select count(*) from type)`.execute(tx)
    const visits = sql`(
      select id, starts_at, staff_id, appointment_type_id,
        row_number() over (order by starts_at desc) as number
      from appointment where patient_id = ${patientId} and status = 'completed')`
    await sql`
      with saved as (
        insert into saved_form (kind, appointment_id, eform_id, edition, subversion, revision,
          started_by, saved_by, started, saved)
        select 'patient', visit.id, eform.id, eform.edition, eform.subversion, 5, ${patientId},
          ${patientId}, starts_at - interval '1 day', starts_at - interval '1 day'
        from ${visits} as visit
          cross join (select * from eform where not archived order by id limit 1) as eform
        where number <= ${FORMS}
        returning id, saved)
      insert into submitted_form (saved_form_id, revision, answers, alerts, submitted, submitted_by,
        submitted_role)
      select id, 2, '{"reason": "For my health"}',
        '[{"level": "warning", "text": "Takes warfarin", "item": "reason"}]', saved, ${patientId},
        'patient'
      from saved`.execute(tx)
    await sql`
      insert into vaccination_history (patient_id, staff_id, appointment_id, vaccine_product_id,
        batch_number, expiry_date, dose_number, date_administered, given_on,
        route_of_administration, site_of_administration, was_administered, consent_obtained,
        booster_due_date, price)
      select ${patientId}, staff_id, visit.id, product.id, 'LONG' || visit.number,
        starts_at::date + 300, 1, starts_at, starts_at::date, 'intramuscular', 'left_deltoid', true,
        true, starts_at::date + 364, 20
      from ${visits} as visit
        join (select id, row_number() over (order by id) - 1 as number from vaccine_product)
          as product on product.number = visit.number % (select count(*) from vaccine_product)
      where visit.number <= ${DOSES}`.execute(tx)
    await sql`
      with written as (
        insert into patient_advice (patient_id, staff_id, written_by, appointment_id, advice_text,
          pinned, archived_at, archived_by, created, modified)
        select ${patientId}, visit.staff_id, staff.person_id, visit.id,
          repeat('Drink plenty of water and rest. ', 6), number % 30 = 0,
          case when number % 3 = 1 then starts_at + interval '90 days' end,
          case when number % 3 = 1 then staff.person_id end, starts_at, starts_at
        from ${visits} as visit join staff on staff.id = visit.staff_id
        where number <= ${ADVICE}
        returning id)
      insert into patient_advice_category (patient_advice_id, advice_category_id)
      select written.id, category.id from written
        cross join (select id from advice_category order by id limit 2) as category`.execute(tx)
    await sql`
      insert into appointment_outcome_given (appointment_id, appointment_outcome_id, edition,
        subversion, given, given_by)
      select visit.id, outcome.id, outcome.edition, outcome.subversion, starts_at, staff.person_id
      from ${visits} as visit join staff on staff.id = visit.staff_id
        cross join lateral (
          select outcome.* from appointment_type_outcome as offered
            join appointment_outcome as outcome on outcome.id = offered.appointment_outcome_id
          where offered.appointment_type_id = visit.appointment_type_id
          order by outcome.id limit 1) as outcome`.execute(tx)
    await sql`
      insert into person_allergy (person_id, allergy_id)
      select ${patientId}, id from allergy order by id limit 3`.execute(tx)
    // At the type that has most appointments.
    const { rows: latest } = await sql<{ id: number }>`
      update appointment set appointment_type_id = (
        select appointment_type_id from appointment where reference like 'BEN%' limit 1)
      where id = (select id from ${visits} as visit where number = 1)
      returning id`.execute(tx)
    return { patientId, appointmentId: latest[0]?.id ?? 0 }
  })
}

/** Doses of the last years, those at the completed appointments of the benchmark among them. */
export async function addVaccinations(db: Database, count: number): Promise<void> {
  await inBulk(db, async (tx) => {
    await sql`
      with product as materialized (
        select id, row_number() over (order by id) - 1 as number from vaccine_product),
      patient as materialized (
        select id, row_number() over (order by id) - 1 as number from person where not is_staff),
      clinician as materialized (
        select id, row_number() over (order by id) - 1 as number from staff),
      visit as materialized (
        select id, patient_id, staff_id, starts_at, row_number() over (order by starts_at) as place
        from appointment where status = 'completed' and reference like 'BEN%'),
      dose as (
        select place, coalesce(visit.starts_at, now() - interval '1 minute'
            * (place * ${DOSE_YEARS * 365 * 1440}::bigint / ${count}::integer)) as at,
          visit.id as appointment_id, coalesce(visit.patient_id, patient.id) as patient_id,
          coalesce(visit.staff_id, clinician.id) as staff_id, product.id as product_id
        from generate_series(1, ${count}::integer) as place
          left join visit using (place)
          join patient on patient.number = place * 7919 % (select count(*) from patient)
          join clinician on clinician.number = place % (select count(*) from clinician)
          -- The first product is never given at an appointment.
          join product on product.number = case when visit.id is null
            then place * 31 % (select count(*) from product)
            else 1 + place * 31 % (select count(*) - 1 from product) end)
      insert into vaccination_history (patient_id, staff_id, appointment_id, vaccine_product_id,
        batch_number, expiry_date, dose_number, date_administered, given_on,
        route_of_administration, site_of_administration, was_administered, consent_obtained, price)
      select patient_id, staff_id, appointment_id, product_id,
        'BN' || to_char(at, 'YYMM') || lpad((place % ${BATCHES_A_MONTH}::integer)::text, 3, '0'),
        at::date + 300, 1, at, (at at time zone 'UTC')::date, 'intramuscular', 'left_deltoid', true,
        true, 20
      from dose`.execute(tx)
  })
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum (analyze) vaccination_history, appointment, saved_form, submitted_form,
      patient_advice, appointment_outcome_given`.execute(connection)
  })
}

/** Builds indexes and checks references once for all rows, which is several times faster. */
async function inBulk(db: Database, work: (tx: Executor) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows: keys } = await sql<{ name: string; definition: string }>`
      select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'vaccination_history'::regclass and contype = 'f'`.execute(tx)
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'vaccination_history'
        and indexname not in (select conname from pg_constraint)`.execute(tx)
    await sql`alter table vaccination_history disable trigger user`.execute(tx)
    for (const { name } of keys) {
      await sql`alter table vaccination_history drop constraint ${sql.id(name)}`.execute(tx)
    }
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(tx)
    await work(tx)
    for (const { definition } of indexes) await sql.raw(definition).execute(tx)
    for (const { name, definition } of keys) {
      await sql`alter table vaccination_history
        add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx)
    }
    await sql`alter table vaccination_history enable trigger user`.execute(tx)
  })
}
