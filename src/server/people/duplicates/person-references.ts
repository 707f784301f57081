import { sql } from 'kysely'
import type { Executor } from '../../database/connection.ts'
import type { DB } from '../../database/types.ts'

/** A column that says whose a row is, or who did something, with the columns of its table's key. */
export type PersonReference = { table: keyof DB; column: string; key: string[] }

/**
 * Tables that speak of records rather than of whom they are about: each record keeps its own. A token
 * opens the record it was issued for, never the one that is kept (docs/decisions/0037).
 */
const OF_THE_RECORD: readonly (keyof DB)[] = [
  'appointment_access',
  'duplicate_candidate',
  'guest_access',
  'person_merge',
  'person_to_compare',
]

/** Everything that refers to a person: by the foreign keys of the database, so that none is forgotten. */
export async function personReferences(executor: Executor): Promise<PersonReference[]> {
  const { rows } = await sql<PersonReference>`
    select relname as table, referring.attname as column, array(
        select attname::text from pg_index
          join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = conrelid and indisprimary order by attnum) as key
    from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute as referring on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'person'::regclass
    order by relname, referring.attname`.execute(executor)
  return rows.filter(({ table }) => !OF_THE_RECORD.includes(table))
}

const words: Record<string, [one: string, many: string]> = {
  'account.person_id': ['sign-in', 'sign-ins'],
  'appointment.patient_id': ['appointment', 'appointments'],
  'person.merged_into': ['record merged before', 'records merged before'],
  'person_allergy.person_id': ['allergy', 'allergies'],
  'person_permission.person_id': ['permission', 'permissions'],
  'person_permission_group.person_id': ['group', 'groups'],
  'staff.person_id': ['staff record', 'staff records'],
  'vaccination_history.patient_id': ['vaccination', 'vaccinations'],
}

/** What people call the rows of a reference: "3 appointments", and of a later table its own name. */
export function referenceInWords({ table, column }: PersonReference, count: number): string {
  const known = words[`${table}.${column}`]
  const [one, many] = known ?? wordsOf(table, column)
  return count === 1 ? one : many
}

function wordsOf(table: string, column: string): [string, string] {
  const name = table.replaceAll('_', ' ')
  // What somebody did, rather than what is theirs.
  const did = /_by$/.test(column) ? ` (${column.replaceAll('_', ' ')} them)` : ''
  return [`${name} record${did}`, `${name} records${did}`]
}
