import { z } from 'zod'
import type { Executor } from '#server/database/connection.ts'
import allergies from './allergies.json' with { type: 'json' }
import competencies from './competencies.json' with { type: 'json' }
import surgeries from './gp-surgeries.json' with { type: 'json' }

const text = z.string()
const ALLERGIES = z.array(z.strictObject({ name: text, description: text })).parse(allergies)
const COMPETENCIES = z.array(text).parse(competencies)
const SURGERIES = z
  .array(z.strictObject({ name: text, address1: text, city: text, postcode: text }))
  .parse(surgeries)

export async function insertAllergies(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('allergy')
    .values(ALLERGIES.map((allergy) => ({ ...allergy, modified })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertCompetencies(
  executor: Executor,
  modified: Date,
): Promise<Map<string, number>> {
  const rows = await executor
    .insertInto('competency')
    .values(COMPETENCIES.map((name) => ({ name, modified })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export async function insertGpSurgeries(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('gp_surgery')
    .values(
      SURGERIES.map(({ name, address1, city, postcode }, index) => ({
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
