import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seedBenchmarkData } from '#demo/data/seed-benchmark-data.ts'
import type { Database } from '#server/database/connection.ts'
import { schemaText } from '../../../scripts/schema-text.ts'
import { DAY, everything, NOW, onEmpty, ZONE } from '../database/seeded-database.ts'

async function counts(db: Database) {
  const { rows } = await sql<Record<string, number>>`
    with offering as (
      select type.slug, count(distinct staff_id) as clinicians
      from availability
      join availability_appointment_type as offered on offered.availability_id = availability.id
      join appointment_type as type on type.id = offered.appointment_type_id
      group by 1
    )
    select (select count(*) from appointment) as appointments,
      (select count(*) from appointment where starts_at >= '2026-08-03') as ahead,
      (select count(*) from person where not is_staff) as patients,
      (select clinicians from offering where slug = 'bench-consultation') as consulting,
      (select clinicians from offering where slug = 'bench-throughput') as throughput,
      (select count(*) from appointment where not exists (
        select from availability_occurrence as occurrence
        where occurrence.availability_id = appointment.availability_id
          and occurrence.during @> appointment.during)) as outside`.execute(db)
  return rows[0]
}

const always = { ahead: 384, consulting: 50, throughput: 200, outside: 0 }
// A hundredth: what grows and what stays is the same.
const options = { timeZone: ZONE, now: NOW, appointmentsPerScale: 1000 }
const nextMonth = { ...options, now: NOW + 30 * DAY }

test('the past grows by years, the coming weeks stay, and the same again adds nothing', async () => {
  await onEmpty(async (db) => {
    const schema = await schemaText(db)
    expect(await seedBenchmarkData(db, { ...options, scale: 1 })).toBe(true)
    expect(await schemaText(db)).toBe(schema)
    expect(await counts(db)).toEqual({ ...always, appointments: 1000, patients: 100 })
    const before = await everything(db)
    expect(await seedBenchmarkData(db, { ...nextMonth, scale: 1 })).toBe(false)
    expect(await everything(db)).toEqual(before)
    expect(await seedBenchmarkData(db, { ...nextMonth, scale: 2 })).toBe(true)
    expect(await counts(db)).toEqual({ ...always, appointments: 2000, patients: 200 })
    expect(await seedBenchmarkData(db, { ...options, scale: 1 })).toBe(false)
  })
})

test('one patient in a hundred is on file twice, written another way', async () => {
  await onEmpty(async (db) => {
    await seedBenchmarkData(db, { ...options, appointmentsPerScale: 5000, scale: 1 })
    const { rows } = await sql<{ other: string; differs: string[] }>`
      select again.last_name as other, array_remove(array[
        case when again.first_name <> same.first_name then 'first name' end,
        case when again.last_name <> same.last_name then 'last name' end,
        case when again.dob <> same.dob then 'birth date' end], null) as differs
      from person as again
      join person as same on same.email = 'bench.patient.' ||
        substring(again.email from '[0-9]+')::integer - 37 || '@example.test'
      where again.email ~ '^bench.patient.[0-9]*99@'
      order by again.id`.execute(db)
    expect(rows.map(({ differs }) => differs)).toEqual([
      [],
      ['last name'],
      ['first name', 'last name'],
      ['birth date'],
      ['last name'],
    ])
    const { rows: wrong } = await sql`
      select from person where nhs_number <> '' and nhs_number !~ '^999[0-9]{7}$'`.execute(db)
    expect(wrong).toEqual([])
  })
})

test('a scale that there is not is refused', async () => {
  await onEmpty(async (db) => {
    for (const scale of [0, 1.5, 11]) {
      await expect(seedBenchmarkData(db, { ...options, scale })).rejects.toThrow(/scale/)
    }
    expect(await counts(db)).toMatchObject({ appointments: 0, patients: 0 })
  })
})
