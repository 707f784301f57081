import { sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { Columns, Rows } from './store.ts'

/** A field that holds the ids of several records. */
type Joined = {
  /** Says which: it has the id of the record, as in `person_id`, and that of what is chosen. */
  table: keyof DB
  /** The table of what is chosen, which people know by its `name`. */
  from: keyof DB
  /** Their order is kept, in the column `position`; otherwise they have none. */
  ordered?: true
}
export type JoinedFields = Readonly<Record<string, Joined>>

type JoinedStore = { table: keyof DB; joined: JoinedFields }

const idIn = (table: keyof DB) => sql.ref(`${table}_id`)

/** The ids of what a record has chosen, and their names. */
function chosenBy(table: keyof DB, { table: links, from, ordered }: Joined) {
  const joined = sql`${sql.table(links)} as joined`
  const ofRecord = sql`where joined.${idIn(table)} = record.id
    order by ${ordered ? sql`joined.position, ` : sql``}joined.${idIn(from)}`
  return {
    ids: sql<number[]>`array(select joined.${idIn(from)} from ${joined} ${ofRecord})`,
    names: sql<string[]>`array(
      select chosen.name::text
      from ${joined} join ${sql.table(from)} as chosen on chosen.id = joined.${idIn(from)}
      ${ofRecord})`,
  }
}

/** Rows with the ids and the names of what each of their fields has chosen. */
export function withJoined(
  of: AnyAdminResource,
  { table, joined }: JoinedStore,
  executor: Executor,
  rows: Rows,
): Rows {
  if (Object.keys(joined).length === 0) return rows
  const selections = Object.entries(joined).flatMap(([field, one]) => {
    const { ids, names } = chosenBy(table, one)
    const shown = of.references[field]?.shown
    return [ids.as(field), ...(shown === undefined ? [] : [names.as(shown)])]
  })
  return executor.selectFrom(rows.as('record')).selectAll('record').select(selections) as Rows
}

/**
 * Makes a record's choices those of `columns`; a field that is not among them stays as it is.
 * @param isNew it has chosen nothing yet.
 */
export async function writeJoined(
  tx: Executor,
  store: JoinedStore,
  id: number,
  columns: Columns,
  isNew = false,
): Promise<void> {
  const owner = idIn(store.table)
  for (const [field, joined] of Object.entries(store.joined)) {
    const ids = columns[field] as readonly number[] | undefined
    if (ids === undefined || (isNew && ids.length === 0)) continue
    const [table, other] = [sql.table(joined.table), idIn(joined.from)]
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
