import type { Executor } from '#server/database/connection.ts'
import surgeries from './gp-surgeries.json' with { type: 'json' }

export async function insertGpSurgeries(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('gp_surgery')
    .values(
      surgeries.map(({ name, address1, city, postcode }, index) => ({
        name,
        address1,
        city,
        county: 'Eastshire',
        nation: 'England',
        postcode,
        telephone: `01632 960 ${String(500 + index * 7)}`,
        email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.test`,
        modified,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
