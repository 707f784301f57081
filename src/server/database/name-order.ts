import { type RawBuilder, sql } from 'kysely'

/**
 * What rows are to be ordered by that are listed by name: as in a dictionary, whatever the case and
 * the accents (docs/decisions/0035). Names that differ in nothing else are equal: have a tie-break.
 * @param column such as `person.full_name`; text.
 */
export const inNameOrder = (column: string): RawBuilder<string> =>
  sql<string>`name_order(${sql.ref(column)}) collate "C"`
