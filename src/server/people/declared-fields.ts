import { type RawBuilder, sql } from 'kysely'
import { type MergedField, mergedFields } from '#lib/contract/merging.ts'

const ADDRESS = ['address1', 'address2', 'city', 'county', 'nation', 'postcode']

function findMergedField(column: string): MergedField | undefined {
  if (ADDRESS.includes(column)) return 'address'
  if (column === 'gp_surgery_id') return 'gp_surgery'
  return mergedFields.find((field) => field === column)
}

/**
 * What people change themselves is unverified until staff enter it (docs/decisions/0037).
 * `mark_unverified` checks the list again.
 */
export function declaring(changes: object): RawBuilder<string[]> {
  const declared = Object.keys(changes).flatMap((column) => findMergedField(column) ?? [])
  return sql`unverified || unverified || ${declared}::text[]`
}
