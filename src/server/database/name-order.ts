import { type RawBuilder, sql } from 'kysely'

/**
 * Dictionary order, whatever case and accents (docs/decisions/0035). Equal names need a tie-break.
 * @param column text, such as `person.full_name`.
 */
export const inNameOrder = (column: string): RawBuilder<string> =>
  sql<string>`name_order(${sql.ref(column)}) collate "C"`
