import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'

const ACCESS: readonly (keyof DB)[] = ['person_permission', 'person_permission_group']

const Moved = z.object({
  table: z.string().transform((name) => name as keyof DB),
  column: z.string(),
  key: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.string())),
})
export const MovedRecords = z.array(Moved)
export type MovedRecords = z.infer<typeof MovedRecords>

/**
 * Makes references to one person refer to another. What both have (an allergy, a group) stays,
 * because it would be there twice. `withAccess` moves groups and permissions, too. Triggers adapt
 * the waiting list: `leave_appointment` and `withdraw_merged_offers`.
 */
export async function moveRecords(
  tx: Executor,
  fromId: number,
  toId: number,
  { withAccess }: { withAccess: boolean },
): Promise<MovedRecords> {
  const moved: MovedRecords = []
  for (const reference of await personReferences(tx)) {
    if (!withAccess && ACCESS.includes(reference.table)) continue
    const rows = await moveRows(tx, reference, fromId, toId)
    if (rows.length > 0) moved.push({ ...reference, key: keyBeside(reference), rows })
  }
  return moved
}

const keyBeside = ({ column, key }: PersonReference) => key.filter((name) => name !== column)

async function moveRows(
  tx: Executor,
  reference: PersonReference,
  fromId: number,
  toId: number,
): Promise<MovedRecords[number]['rows']> {
  const { table, column, key } = reference
  const [rows, scope, beside] = [sql.table(table), sql.ref(column), keyBeside(reference)]
  const same = beside.map((name) => sql`own.${sql.ref(name)} = moving.${sql.ref(name)}`)
  const isThere = key.includes(column)
    ? sql`exists (select from ${rows} as own
        where own.${scope} = ${toId} ${same.length > 0 ? sql`and ${sql.join(same, sql` and `)}` : sql``})`
    : sql`false`
  const found = await sql<{ row: MovedRecords[number]['rows'][number] }>`
    update ${rows} as moving set ${scope} = ${toId}
    where moving.${scope} = ${fromId} and not ${isThere}
    returning ${keyObject(beside)} as row`.execute(tx)
  return found.rows.map(({ row }) => row)
}

const keyObject = (names: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(
    names.flatMap((name) => [sql.lit(name), sql`moving.${sql.ref(name)}::text`]),
  )})`

/** Moves rows back that still exist and were not given to others. */
export async function moveBack(
  tx: Executor,
  moved: MovedRecords,
  fromId: number,
  toId: number,
): Promise<void> {
  for (const { table, column, key, rows } of moved) {
    const [scope, given] = [sql.ref(column), JSON.stringify(rows)]
    const same = key.map(
      (name) => sql`moving.${sql.ref(name)}::text = given.row ->> ${sql.lit(name)}`,
    )
    await sql`
      update ${sql.table(table)} as moving set ${scope} = ${toId}
      from jsonb_array_elements(${given}::jsonb) as given(row)
      where moving.${scope} = ${fromId}
        ${same.length > 0 ? sql`and ${sql.join(same, sql` and `)}` : sql``}`.execute(tx)
  }
}

type PersonReference = { table: keyof DB; column: string; key: string[] }

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
