import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely'
import type { Executor } from '#server/database/connection.ts'
import type { DB } from '#server/database/types.ts'

type Table = keyof DB
/** The values of some columns, which all have to fit; a number is that of the row. */
type Where<T extends Table> = Partial<Selectable<DB[T]>> | number
/** Values to write: as they are, or as PostgreSQL is to find them. */
type Written<Row> = { [Column in keyof Row]: Row[Column] | RawBuilder<unknown> }
/** The statements below are built for one table, since no compiler follows them for all. */
type Sample = 'person'
const toWhere = (where: object | number) =>
  (typeof where === 'number' ? { id: where } : where) as Partial<Selectable<DB[Sample]>>

/** The rows where these values stand, in no order. */
export async function rowsWhere<T extends Table>(db: Executor, table: T, where: Where<T> = {}) {
  const rows = db.selectFrom(table as Sample).selectAll()
  const found = await rows.where((row) => row.and(toWhere(where))).execute()
  return found as unknown as Selectable<DB[T]>[]
}

/** The one row where these values stand. */
export async function oneRow<T extends Table>(db: Executor, table: T, where: Where<T>) {
  const [row, ...others] = await rowsWhere(db, table, where)
  if (!row || others.length > 0)
    throw new Error(`${others.length + (row ? 1 : 0)} rows of ${table}`)
  return row
}

export async function updateRows<T extends Table>(
  db: Executor,
  table: T,
  where: Where<T>,
  changes: Written<Updateable<DB[T]>>,
) {
  const update = db.updateTable(table as Sample).set(changes as Updateable<DB[Sample]>)
  await update.where((row) => row.and(toWhere(where))).execute()
}

/** @returns the row as it stands then. */
export async function insertRow<T extends Table>(
  db: Executor,
  table: T,
  row: Written<Insertable<DB[T]>>,
) {
  const insert = db.insertInto(table as Sample).values(row as Insertable<DB[Sample]>)
  return (await insert.returningAll().executeTakeFirstOrThrow()) as unknown as Selectable<DB[T]>
}

type Line = Selectable<DB['audit_event']>

/** These columns of the lines on the audit trail where these values stand, the oldest first. */
export async function auditLines<Column extends keyof Line>(
  db: Executor,
  columns: readonly Column[],
  where: Where<'audit_event'>,
): Promise<Pick<Line, Column>[]> {
  const lines = await rowsWhere(db, 'audit_event', where)
  return lines
    .toSorted((one, other) => Number(one.sequence) - Number(other.sequence))
    .map((line) => Object.fromEntries(columns.map((column) => [column, line[column]])))
    .map((line) => line as Pick<Line, Column>)
}

/** What the newest such line on the audit trail says was changed. */
export const newestChange = async (db: Executor, action: Line['action'], subject_id: number) =>
  (await newestAuditLine(db, ['change'], { action, subject_id })).change

/** These columns of the newest of these lines. */
export async function newestAuditLine<Column extends keyof Line>(
  ...given: Parameters<typeof auditLines<Column>>
) {
  const line = (await auditLines(...given)).at(-1)
  if (!line) throw new Error('no such line on the audit trail')
  return line
}
