import type { SelectQueryBuilder } from 'kysely'
import type { Executor } from '../database/connection.ts'
import {
  type Given,
  givenOf,
  type KeptStatements,
  keptStatements,
  type Values,
} from '../database/fixed-statement.ts'

/** Rows that lists are made of again and again: their statements are kept. */
export type KeptRows<DB, TB extends keyof DB, O> = {
  executor: Executor
  /** For these rows alone. */
  statements: KeptStatements
  /** Tells apart what `build` makes for one call and for another, but by `values`. */
  shape: string
  values: Values
  build: (given: Given<Values>) => SelectQueryBuilder<DB, TB, O>
}

/** Rows that are the same whoever asks, and are kept from here on. */
export function keptRows<DB, TB extends keyof DB, O>(
  build: (executor: Executor) => SelectQueryBuilder<DB, TB, O>,
): (executor: Executor) => KeptRows<DB, TB, O> {
  const statements = keptStatements()
  return (executor) => ({
    ...{ executor, statements, shape: '', values: {} },
    build: () => build(executor),
  })
}

export type ListRows<DB, TB extends keyof DB, O> =
  | SelectQueryBuilder<DB, TB, O>
  | KeptRows<DB, TB, O>

/** Rows for a statement that is made for this one call. */
export const onceOnly = <DB, TB extends keyof DB, O>(rows: ListRows<DB, TB, O>) =>
  'build' in rows ? rows.build(givenOf(rows.values)) : rows
