import { sql } from 'kysely'
import type { Executor } from '../../connection.ts'
import { NAME_POOLS } from '../names.ts'

export const PATIENTS_PER_YEAR = 10_000

/** The patients who come with a year of the past: 10,000 more, numbered on from the year before. */
export async function insertPatients(executor: Executor, year: number): Promise<void> {
  const firstNames = NAME_POOLS.flatMap(({ women, men }) => [...women, ...men])
  const surnames = NAME_POOLS.flatMap((pool) => pool.surnames)
  const last = year * PATIENTS_PER_YEAR
  await sql`
    insert into person (first_name, last_name, email, mobile, dob, is_guest)
    select (${firstNames}::text[])[number % ${firstNames.length}::integer + 1],
      (${surnames}::text[])[number / 7 % ${surnames.length}::integer + 1],
      'bench.patient.' || number || '@example.test',
      '07700 900' || lpad((number % 1000)::text, 3, '0'),
      date '1940-01-01' + number * 37 % 25000,
      true
    from generate_series(${last - PATIENTS_PER_YEAR}::integer, ${last - 1}::integer) as number
  `.execute(executor)
}

/** @returns a query: the number from 0 and the id of the patients up to and with a year. */
export function patientsOf(year: number) {
  return sql`
    select row_number() over (order by id) - 1 as number, id
    from person where email like 'bench.patient.%'
    order by id limit ${year * PATIENTS_PER_YEAR}::integer`
}
