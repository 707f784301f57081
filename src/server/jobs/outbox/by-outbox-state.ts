import { sql } from 'kysely'
import type { Filter } from '../../admin/store.ts'

/** A literal, so that the index of those that failed is found. */
export const byOutboxState: Filter = (rows, state) =>
  state === 'waiting'
    ? rows.where('state', 'in', ['waiting', 'sending'])
    : rows.where(sql<boolean>`state = ${sql.lit(String(state))}`)
