import { sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { Columns, Joined, JoinedFields, Row, Rows, Store } from './store.ts'

export async function readRow(tx: Executor, store: Store, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(store.table)} where id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A row that was just written is gone')
  return row
}

export async function insert(tx: Executor, store: Store, after: Columns): Promise<number> {
  const { table } = store
  const columns = ownColumns(store, after)
  const names = columns.map(([name]) => sql.ref(name))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(names)})
    values (${sql.join(columns.map(([, value]) => value))}) returning id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await writeJoined(tx, store, id, after, true)
  return id
}

/**
 * Leave out an unchanged unique column, because writing it blocks everyone who refers to the row.
 */
export async function update(
  tx: Executor,
  store: Store,
  id: number,
  after: Columns,
): Promise<void> {
  const { table } = store
  // Raises the version also when only joined fields change.
  const set = [['version', sql.ref('version')], ...ownColumns(store, after)].map(
    ([name, value]) => sql`${sql.ref(name as string)} = ${value}`,
  )
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(tx)
  await writeJoined(tx, store, id, after)
}

export async function remove(tx: Executor, { table }: Store, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
}

type JoinedStore = { table: keyof DB; joined: JoinedFields }

const idIn = (table: keyof DB) => sql.ref(`${table}_id`)

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

export function withJoined(
  of: AnyAdminResource,
  { table, joined }: JoinedStore,
  executor: Executor,
  rows: Rows,
): Rows {
  const read = Object.entries(joined).filter(([, { isOwn }]) => !isOwn)
  if (read.length === 0) return rows
  const selections = read.flatMap(([field, one]) => {
    const { ids, names } = chosenBy(table, one)
    const shown = of.references[field]?.shown
    return [ids.as(field), ...(shown === undefined ? [] : [names.as(shown)])]
  })
  return executor.selectFrom(rows.as('record')).selectAll('record').select(selections) as Rows
}

/** Replaces the choices in `columns`; other fields stay. @param isNew it has none yet. */
async function writeJoined(
  tx: Executor,
  store: JoinedStore,
  id: number,
  columns: Columns,
  isNew = false,
): Promise<void> {
  const owner = idIn(store.table)
  for (const [field, joined] of Object.entries(store.joined)) {
    const ids = columns[field] as readonly number[] | undefined
    if (joined.isOwn || ids === undefined || (isNew && ids.length === 0)) continue
    const [table, other] = [sql.table(joined.table), idIn(joined.from)]
    await sql`delete from ${table} where ${owner} = ${id}
      and not ${other} = any(${ids}::integer[])`.execute(tx)
    const chosen = sql`from unnest(${ids}::integer[]) with ordinality as chosen(id, position)`
    await (joined.ordered
      ? sql`insert into ${table} (${owner}, ${other}, position)
          select ${id}::integer, chosen.id, chosen.position ${chosen}
          on conflict (${owner}, ${other}) do update set position = excluded.position`
      : sql`insert into ${table} (${owner}, ${other}) select ${id}::integer, chosen.id ${chosen}
          on conflict (${owner}, ${other}) do nothing`
    ).execute(tx)
  }
}

/** Sorts choices without an order as they are read. */
export const settled = (fields: JoinedFields, columns: Columns): Columns => {
  const orderless = Object.entries(fields).flatMap(([field, { ordered }]) => {
    const ids = columns[field] as number[] | undefined
    return ordered || ids === undefined
      ? []
      : [[field, ids.toSorted((one, other) => one - other)] as const]
  })
  return { ...columns, ...Object.fromEntries(orderless) }
}

const ownColumns = (
  { joined, json }: { joined: JoinedFields; json: readonly string[] },
  columns: Columns,
): (readonly [string, unknown])[] =>
  Object.entries(columns)
    .filter(([name]) => !(name in joined))
    .map(([name, value]) => [name, json.includes(name) ? JSON.stringify(value) : value])
