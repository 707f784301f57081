import type { Executor } from '#server/database/connection.ts'

const COMPETENCIES = [
  'Basic life support and anaphylaxis',
  'Vaccination and immunisation',
  'Travel health',
  'Yellow fever vaccination centre',
  'Pharmacy First clinical pathways',
  'Blood pressure measurement',
  'Ear examination and microsuction',
  'Taking blood',
  'Contraception service',
  'Medicines consultation skills',
  'Stop smoking practitioner',
  'Weight management',
  'Occupational health',
] as const

export type CompetencyName = (typeof COMPETENCIES)[number]

export async function insertCompetencies(
  executor: Executor,
  modified: Date,
): Promise<Map<CompetencyName, number>> {
  const rows = await executor
    .insertInto('competency')
    .values(COMPETENCIES.map((name) => ({ name, modified })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [name as CompetencyName, id]))
}
