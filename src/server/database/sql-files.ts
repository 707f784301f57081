import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { StartError } from '#server/start-error.ts'
import type { DB } from './types.ts'

export type NamedSql = { name: string; text: string }
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

export async function runSql(tx: Transaction<DB>, { name, text }: NamedSql): Promise<void> {
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
