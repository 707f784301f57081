import { sql } from 'kysely'
import type { Executor } from '#server/database/connection.ts'

const SITES = 10

export type BenchmarkType = {
  slug: string
  firstClinician: number
  lastClinician: number
}

export const CONSULTATION: BenchmarkType = {
  slug: 'bench-consultation',
  firstClinician: 1,
  lastClinician: 50,
}
export const THROUGHPUT: BenchmarkType = {
  slug: 'bench-throughput',
  firstClinician: 51,
  lastClinician: 250,
}

export async function insertBase(executor: Executor): Promise<void> {
  const clinicians = THROUGHPUT.lastClinician
  await sql`
    insert into site (name, slug)
    select 'Benchmark site ' || number, 'bench-site-' || number
    from generate_series(1, ${SITES}::integer) as number`.execute(executor)
  await sql`
    insert into room (name, slug, site_id)
    select 'Room ' || number, 'bench-room-' || number, site.id
    from generate_series(1, ${clinicians}::integer) as number
    join site on site.slug = 'bench-site-' || (number % ${SITES}::integer + 1)`.execute(executor)
  await sql`
    with clinician as (
      insert into person (first_name, last_name, email, is_staff)
      select 'Clinician', 'Number ' || number, 'bench.clinician.' || number || '@example.test', true
      from generate_series(1, ${clinicians}::integer) as number
      returning id
    )
    insert into staff (person_id, pharmacist_reg_number) select id, 'B' || id from clinician
  `.execute(executor)
  await insertTypes(executor)
}

async function insertTypes(executor: Executor): Promise<void> {
  await sql`
    insert into appointment_category (name, tree_id, level, lft, rght)
    select 'Benchmark', coalesce(max(tree_id), 0) + 1, 0, 1, 2 from appointment_category
  `.execute(executor)
  await sql`
    insert into appointment_type (name, slug, description, duration) values
      ('Benchmark consultation', ${CONSULTATION.slug}, 'Busy: what the lists are measured on.', 15),
      ('Benchmark throughput', ${THROUGHPUT.slug}, 'Free: what bookings are measured on.', 15)
  `.execute(executor)
  await sql`
    insert into appointment_type_category (appointment_type_id, appointment_category_id)
    select type.id, category.id
    from appointment_type as type, appointment_category as category
    where type.slug in (${CONSULTATION.slug}, ${THROUGHPUT.slug}) and category.name = 'Benchmark'
  `.execute(executor)
  await sql`
    with competency as (
      insert into competency (name) values ('Benchmark consultation') returning id
    ), required as (
      insert into appointment_type_competency (appointment_type_id, competency_id)
      select type.id, competency.id from appointment_type as type, competency
      where type.slug = ${CONSULTATION.slug}
    )
    insert into staff_competency (staff_id, competency_id, issued_at)
    select staff_id, competency.id, date '2000-01-01'
    from competency, (${selectBenchmarkClinicians(CONSULTATION)}) as clinician`.execute(executor)
}

export function selectBenchmarkClinicians({ firstClinician, lastClinician }: BenchmarkType) {
  return sql`
    select number - ${firstClinician}::integer as number, staff.id as staff_id,
      room.id as room_id, room.site_id
    from generate_series(${firstClinician}::integer, ${lastClinician}::integer) as number
    join person on person.email = 'bench.clinician.' || number || '@example.test'
    join staff on staff.person_id = person.id
    join room on room.slug = 'bench-room-' || number`
}
