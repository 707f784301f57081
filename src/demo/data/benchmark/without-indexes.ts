import { sql } from 'kysely'
import type { Executor } from '#server/database/connection.ts'

type Dropped = { drop: string; make: string }

/**
 * Does work in a transaction on tables without the indexes and constraints that can be made again
 * at once for all rows. Nobody else reads the tables meanwhile.
 */
export async function withoutIndexes<T>(
  tx: Executor,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const run = (statement: string) => sql.raw(statement).execute(tx)
  await run(`set local maintenance_work_mem = '512MB'`)
  const dropped: Dropped[] = []
  for (const table of tables) dropped.push(...(await findDroppable(tx, table)))
  for (const { drop } of dropped) await run(drop)
  const result = await work()
  for (const { make } of dropped.toReversed()) await run(make)
  return result
}

/** Foreign keys come first, so that they are made last, by way of the indexes. */
async function findDroppable(tx: Executor, table: string): Promise<Dropped[]> {
  const { rows } = await sql<Dropped>`
    select format('alter table %I drop constraint %I', ${table}::text, conname) as drop,
      format('alter table %I add constraint %I %s', ${table}::text, conname,
        pg_get_constraintdef(oid)) as make
    from pg_constraint as own
    where conrelid = ${table}::regclass and contype in ('f', 'u', 'x')
      and not exists (select from pg_constraint as other
        where other.contype = 'f' and other.conindid = own.conindid and own.contype = 'u')
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index
    where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by drop`.execute(tx)
  return rows
}
