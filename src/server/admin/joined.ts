import { type RawBuilder, sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { Columns, Rows } from './store.ts'

/** A field that holds the ids of several records: a table of its own says which. */
type Joined = {
  table: keyof DB
  /** Its column for the record that the field belongs to, and the one for what is chosen. */
  owner: string
  other: string
  /** The table of what is chosen, and its column that people know it by. */
  from: keyof DB
  named: string
  /** Their order is kept, in the column `position`; otherwise they have none. */
  ordered?: true
}
export type JoinedFields = Readonly<Record<string, Joined>>

const orderOf = ({ other, ordered }: Joined) =>
  ordered ? sql`joined.position, joined.${sql.ref(other)}` : sql`joined.${sql.ref(other)}`

const idsOf = (joined: Joined, owner: RawBuilder<unknown>) => sql<number[]>`array(
  select joined.${sql.ref(joined.other)} from ${sql.table(joined.table)} as joined
  where joined.${sql.ref(joined.owner)} = ${owner} order by ${orderOf(joined)})`

const namesOf = (joined: Joined, owner: RawBuilder<unknown>) => sql<string[]>`array(
  select chosen.${sql.ref(joined.named)}::text from ${sql.table(joined.table)} as joined
    join ${sql.table(joined.from)} as chosen on chosen.id = joined.${sql.ref(joined.other)}
  where joined.${sql.ref(joined.owner)} = ${owner} order by ${orderOf(joined)})`

/** Rows with the ids and the names of what each of their fields has chosen. */
export function withJoined(
  of: AnyAdminResource,
  fields: JoinedFields,
  executor: Executor,
  rows: Rows,
): Rows {
  if (Object.keys(fields).length === 0) return rows
  const owner = sql`record.id`
  const selections = Object.entries(fields).flatMap(([field, joined]) => {
    const shown = of.references[field]?.shown
    return [
      idsOf(joined, owner).as(field),
      ...(shown === undefined ? [] : [namesOf(joined, owner).as(shown)]),
    ]
  })
  return executor.selectFrom(rows.as('record')).selectAll('record').select(selections) as Rows
}

/**
 * Makes a record's choices those of `columns`; a field that is not among them stays as it is.
 * @param isNew it has chosen nothing yet.
 */
export async function writeJoined(
  tx: Executor,
  fields: JoinedFields,
  id: number,
  columns: Columns,
  isNew = false,
): Promise<void> {
  for (const [field, joined] of Object.entries(fields)) {
    const ids = columns[field] as readonly number[] | undefined
    if (ids === undefined || (isNew && ids.length === 0)) continue
    const [table, owner, other] = [
      sql.table(joined.table),
      sql.ref(joined.owner),
      sql.ref(joined.other),
    ]
    await sql`delete from ${table} where ${owner} = ${id}
      and not ${other} = any(${ids}::integer[])`.execute(tx)
    const wanted = sql`from unnest(${ids}::integer[]) with ordinality as wanted(id, position)`
    await (joined.ordered
      ? sql`insert into ${table} (${owner}, ${other}, position)
          select ${id}::integer, wanted.id, wanted.position ${wanted}
          on conflict (${owner}, ${other}) do update set position = excluded.position`
      : sql`insert into ${table} (${owner}, ${other}) select ${id}::integer, wanted.id ${wanted}
          on conflict (${owner}, ${other}) do nothing`
    ).execute(tx)
  }
}

/** What is written, with choices that have no order in the one in which they are read. */
export const settled = (fields: JoinedFields, columns: Columns): Columns => {
  const orderless = Object.entries(fields).flatMap(([field, { ordered }]) => {
    const ids = columns[field] as number[] | undefined
    return ordered || ids === undefined
      ? []
      : [[field, ids.toSorted((one, other) => one - other)] as const]
  })
  return { ...columns, ...Object.fromEntries(orderless) }
}

/** The columns of the record's own table, each with what is sent to the database. */
export const ownColumns = (
  { joined, json }: { joined: JoinedFields; json: readonly string[] },
  columns: Columns,
): (readonly [string, unknown])[] =>
  Object.entries(columns)
    .filter(([name]) => !(name in joined))
    .map(([name, value]) => [name, json.includes(name) ? JSON.stringify(value) : value])
