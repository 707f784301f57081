import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import { ownColumns, writeJoined } from './joined.ts'
import type { Columns, Row, Store } from './store.ts'

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
