import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { StartError } from '#server/start-error.ts'
import type { Database } from './connection.ts'
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

type NamedSql = { name: string; text: string }
export type SqlFile = NamedSql & { hash: string; path: string }

const server = join(import.meta.dirname, '..')
const DEPENDED_ON = '2BP01'

/** Reads `src/server/<task>/sql/*.sql`, each file after those that it calls. */
export async function readSqlFiles(): Promise<SqlFile[]> {
  const paths = (await readdir(server, { recursive: true }))
    .filter((path) => /\/sql\/[^/]+\.sql$/.test(path))
    .sort()
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(server, path), 'utf8')
      const name = basename(path, '.sql').replaceAll('-', '_')
      return { name, text, path, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
  return calledFiles(files, files)
}

/** @returns the files that texts call, directly or through other files, each after those it calls. */
export function calledFiles(files: SqlFile[], texts: NamedSql[]): SqlFile[] {
  const called = new Set<SqlFile>()
  const visiting = new Set<NamedSql>()
  const visit = (text: NamedSql) => {
    if (visiting.has(text)) return
    visiting.add(text)
    const code = text.text.replaceAll(/--.*/g, '')
    for (const file of files) {
      if (file === text || !new RegExp(`\\b${file.name}\\(`).test(code)) continue
      visit(file)
      called.add(file)
    }
  }
  for (const text of texts) {
    visit(text)
    const own = files.find((file) => file === text)
    if (own) called.add(own)
  }
  return [...called]
}

/**
 * Applies files whose text changed.
 * @param options.all also those whose text did not change.
 * @param options.removeOthers drops what earlier versions applied and no file holds any more.
 * @returns the names of what was applied or dropped.
 * @throws StartError where something else depends on what has to go.
 */
export async function applySqlFiles(
  tx: Transaction<DB>,
  files: SqlFile[],
  { all = false, removeOthers = false } = {},
): Promise<string[]> {
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from sql_file`.execute(tx)
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]))
  const gone = removeOthers
    ? [...hashes.keys()].filter((name) => !files.some((file) => file.name === name))
    : []
  const changed = files.filter(({ name, hash }) => hashes.has(name) && hashes.get(name) !== hash)
  const before = await findApplied(tx, [...gone, ...changed.map(({ name }) => name)])
  // A function or view that nothing depends on may change its result and parameters.
  for (const object of before) await dropIfUnused(tx, object)
  const applied = files.filter(({ name, hash }) => all || hashes.get(name) !== hash)
  for (const file of applied) {
    await runSql(tx, file)
    await sql`insert into sql_file values (${file.name}, ${file.hash})
      on conflict (name) do update set hash = excluded.hash`.execute(tx)
  }
  await dropReplaced(tx, before, gone)
  for (const name of gone) await sql`delete from sql_file where name = ${name}`.execute(tx)
  return [...applied.map(({ name }) => name), ...gone]
}

async function runSql(tx: Transaction<DB>, { name, text }: NamedSql): Promise<void> {
  try {
    await sql.raw(text).execute(tx)
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}

type SqlObject = { name: string; object: string }

/** Triggers come first because their functions cannot go before them. */
async function findApplied(tx: Transaction<DB>, names: string[]): Promise<SqlObject[]> {
  const { rows } = await sql<SqlObject>`
    select proname::text as name, format('trigger %I on %s', tgname, tgrelid::regclass) as object
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and pronamespace = 'public'::regnamespace and proname = any(${names})
    union all
    select relname::text, 'view ' || oid::regclass from pg_class
    where relkind = 'v' and relnamespace = 'public'::regnamespace and relname = any(${names})
    union all
    select proname::text, 'function ' || oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any(${names})`.execute(tx)
  return rows
}

async function dropIfUnused(tx: Transaction<DB>, { object }: SqlObject): Promise<void> {
  await sql
    .raw(
      `do $drop$ begin
        drop ${object};
      exception when dependent_objects_still_exist then null; end $drop$`,
    )
    .execute(tx)
}

/** Drops what could not go before: all of a file that is gone, an earlier signature of another. */
async function dropReplaced(
  tx: Transaction<DB>,
  before: SqlObject[],
  gone: string[],
): Promise<void> {
  const after = await findApplied(tx, [...new Set(before.map(({ name }) => name))])
  for (const { name, object } of before) {
    const same = after.filter((other) => other.name === name && !other.object.startsWith('trigger'))
    const isReplaced = gone.includes(name) || same.length > 1
    if (!isReplaced || !same.some((other) => other.object === object)) continue
    await sql
      .raw(`drop ${object}`)
      .execute(tx)
      .catch((error: { code?: unknown; detail?: string }) => {
        if (error.code !== DEPENDED_ON) throw error
        throw new StartError(
          `The database cannot be brought up to date, because something depends on its ${object}: ${error.detail}. Drop that first.`,
        )
      })
  }
}
