import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'

export type PersonReference = { table: keyof DB; column: string; key: string[] }

/**
 * Each record keeps these. A token opens only the record it was issued for (docs/decisions/0037).
 */
const OF_THE_RECORD: readonly (keyof DB)[] = [
  'appointment_access',
  'duplicate_candidate',
  'form_file',
  'guest_access',
  'person_merge',
  'person_to_compare',
  'saved_form',
  'submitted_form',
  'waiting_list_access',
]

/** The database's foreign keys list them, so that none is forgotten. */
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

const textsByColumn: Record<string, [one: string, many: string]> = {
  'account.person_id': ['sign-in', 'sign-ins'],
  'allergy_statement.person_id': ['statement about allergies', 'statements about allergies'],
  'advice_snippet.person_id': ['saved text', 'saved texts'],
  'correction_request.person_id': ['correction request', 'correction requests'],
  'appointment.patient_id': ['appointment', 'appointments'],
  'message.patient_id': ['message', 'messages'],
  'person.merged_into': ['record merged before', 'records merged before'],
  'person_allergy.person_id': ['allergy', 'allergies'],
  'patient_advice.patient_id': ['piece of advice', 'pieces of advice'],
  'person_permission.person_id': ['permission', 'permissions'],
  'person_permission_group.person_id': ['group', 'groups'],
  'staff.person_id': ['staff record', 'staff records'],
  'vaccination_history.patient_id': ['vaccination', 'vaccinations'],
  'waiting_list_entry.patient_id': ['place on the waiting list', 'places on the waiting list'],
}

export function formatReferenceUse({ table, column }: PersonReference, count: number): string {
  const known = textsByColumn[`${table}.${column}`]
  const [one, many] = known ?? describeColumn(table, column)
  return count === 1 ? one : many
}

function describeColumn(table: string, column: string): [string, string] {
  const name = table.replaceAll('_', ' ')
  // It is what somebody did, rather than owns.
  const did = /_by$/.test(column) ? ` (${column.replaceAll('_', ' ')} them)` : ''
  return [`${name} record${did}`, `${name} records${did}`]
}
