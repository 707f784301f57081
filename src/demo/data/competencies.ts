import type { Executor } from '#server/database/connection.ts'
import competencies from './competencies.json' with { type: 'json' }

export async function insertCompetencies(
  executor: Executor,
  modified: Date,
): Promise<Map<string, number>> {
  const rows = await executor
    .insertInto('competency')
    .values(competencies.map((name) => ({ name, modified })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}
