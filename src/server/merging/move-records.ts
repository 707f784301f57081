import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import { type PersonReference, personReferences } from './person-references.ts'

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
