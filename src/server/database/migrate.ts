import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { StartError } from '#server/start-error.ts'
import type { Database } from './connection.ts'
import {
  applySqlFiles,
  calledFiles,
  type NamedSql,
  readSqlFiles,
  runSql,
  type SqlFile,
} from './sql-files.ts'
import type { DB } from './types.ts'

const folder = join(import.meta.dirname, 'migrations')
const takeoverFolder = join(folder, 'from-0.4.0')

const BASELINE = '0001-baseline'
const TAKEN_OVER_FROM = '0081-urgent-messages'
/** Versions up to 0.4.0 take this advisory lock, too. */
const LOCK = '3853314791062309107'
const NO_SUCH_TABLE = '42P01'

type Applied = Map<string, string | null>

/**
 * Runs new migrations in name order and SQL files whose text changed, in one transaction under a
 * lock, so that instances wait for each other.
 * @returns the names of what ran.
 * @throws StartError for a database that this version cannot bring up to date.
 */
export async function migrate(db: Database): Promise<string[]> {
  const [migrations, files] = await Promise.all([readMigrations(folder), readSqlFiles()])
  if (isCurrent(await readApplied(db), migrations, files)) return []
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.raw(LOCK)})`.execute(tx)
    await sql`set local lock_timeout = default`.execute(tx)
    await sql`create table if not exists kysely_migration (
      name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx)
    await sql`create table if not exists sql_file (
      name text primary key, hash text not null)`.execute(tx)
    return [...(await takeOver(tx)), ...(await bringUpToDate(tx, migrations, files))]
  })
}

async function bringUpToDate(
  tx: Transaction<DB>,
  migrations: NamedSql[],
  files: SqlFile[],
): Promise<string[]> {
  const applied = await readApplied(tx)
  const newer = [...applied.keys()].find(
    (name) => applied.get(name) === null && !migrations.some((known) => known.name === name),
  )
  if (newer) {
    throw new StartError(
      `The database belongs to a newer version of Carelane (its migration ${newer} is unknown here): start that version.`,
    )
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  // What generated columns, constraints and indexes call has to be there before them.
  const ran = await applySqlFiles(tx, calledFiles(files, pending))
  for (const migration of pending) await runMigration(tx, migration)
  // A migration may have taken a trigger away together with its table.
  const after = await applySqlFiles(tx, files, { all: pending.length > 0, removeOthers: true })
  return [...pending.map(({ name }) => name), ...new Set([...ran, ...after])]
}

/** Brings a database of version 0.4.0, or of a later one before the baseline, up to the baseline. */
async function takeOver(tx: Transaction<DB>): Promise<string[]> {
  const applied = await readApplied(tx)
  if (applied.size === 0 || applied.has(BASELINE)) return []
  if (!applied.has(TAKEN_OVER_FROM)) {
    throw new StartError(
      'The database belongs to a version of Carelane before 0.4.0: start version 0.4.0 with it once, then this version.',
    )
  }
  const pending = (await readMigrations(takeoverFolder)).filter(({ name }) => !applied.has(name))
  for (const migration of pending) await runMigration(tx, migration)
  await sql`delete from kysely_migration`.execute(tx)
  await recordMigration(tx, BASELINE)
  return pending.map(({ name }) => name)
}

async function runMigration(tx: Transaction<DB>, migration: NamedSql): Promise<void> {
  await runSql(tx, migration)
  await recordMigration(tx, migration.name)
}

async function recordMigration(tx: Transaction<DB>, name: string): Promise<void> {
  await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(tx)
}

async function readMigrations(from: string): Promise<NamedSql[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/\.sql$/, ''),
      text: await readFile(join(from, name), 'utf8'),
    })),
  )
}

async function readApplied(db: Database): Promise<Applied> {
  try {
    const { rows } = await sql<{ name: string; hash: string | null }>`
      select name, null as hash from kysely_migration
      union all select name, hash from sql_file`.execute(db)
    return new Map(rows.map(({ name, hash }) => [name, hash]))
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_TABLE) return new Map()
    throw error
  }
}

function isCurrent(applied: Applied, migrations: NamedSql[], files: SqlFile[]): boolean {
  return (
    applied.size === migrations.length + files.length &&
    migrations.every(({ name }) => applied.has(name)) &&
    files.every(({ name, hash }) => applied.get(name) === hash)
  )
}
