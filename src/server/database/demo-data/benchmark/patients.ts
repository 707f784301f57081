import { sql } from 'kysely'
import type { Executor } from '../../connection.ts'
import { NAME_POOLS } from '../names.ts'

/**
 * Adds patients until there are `count`, numbered on from those who are there.
 * @returns how many were added.
 */
export async function insertPatients(executor: Executor, count: number): Promise<number> {
  const firstNames = NAME_POOLS.flatMap(({ women, men }) => [...women, ...men])
  const surnames = NAME_POOLS.flatMap((pool) => pool.surnames)
  const { numAffectedRows } = await sql`
    insert into person (first_name, last_name, email, mobile, dob, is_guest)
    select (${firstNames}::text[])[number % ${firstNames.length}::integer + 1],
      (${surnames}::text[])[number / 7 % ${surnames.length}::integer + 1],
      'bench.patient.' || number || '@example.test',
      '07700 900 ' || lpad((number % 1000)::text, 3, '0'),
      date '1940-01-01' + number * 37 % 25000,
      true
    from generate_series(
      (select count(*)::integer from (${patientsOf(count)}) as patient), ${count}::integer - 1
    ) as number`.execute(executor)
  return Number(numAffectedRows ?? 0)
}

/** @returns a query: the number from 0 and the id of the first `count` patients. */
export function patientsOf(count: number) {
  return sql`
    select row_number() over (order by id) - 1 as number, id
    from person where email like 'bench.patient.%'
    order by id limit ${count}::integer`
}
