import type { Executor } from '#server/database/connection.ts'
import allergies from './allergies.json' with { type: 'json' }

export async function insertAllergies(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('allergy')
    .values(allergies.map((allergy) => ({ ...allergy, modified })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
