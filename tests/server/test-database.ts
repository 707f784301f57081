import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/database/connection.ts'

/** Locks of PostgreSQL. */
const COPYING = 7
const FILLING = 8

export type TestDatabase = {
  /** For the role that owns the database: tests prepare and look at everything. */
  url: string
  db: Database
  /** For the role that serves, where that is another. */
  runtimeUrl?: string
  /** The most connections that it has. */
  poolSize?: number
  drop: () => Promise<void>
}

/** Another pool on the same database, as another instance has one. */
export function connectAgain(database: TestDatabase, poolSize: number): TestDatabase {
  const db = connect(database.url, { poolSize, onError: () => undefined })
  return { ...database, db, poolSize, drop: () => db.destroy() }
}

/**
 * A database of the test file's own, with the schema and nothing in it. All files share the hundred
 * connections of one PostgreSQL.
 */
export function createTestDatabase(poolSize = 3): Promise<TestDatabase> {
  return createDatabase('template_carelane', poolSize)
}

/** The same without the schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0', 4)
}

/** A copy of a database that is filled once for all files, by the first that asks for it. */
export async function createFilledDatabase(
  name: string,
  fill: (db: Database) => Promise<unknown>,
): Promise<TestDatabase> {
  await inTurn(FILLING, async (maintenance) => {
    const { rows } = await sql`select from pg_database where datname = ${name}`.execute(maintenance)
    if (rows.length > 0) return
    const made = await createTestDatabase()
    await fill(made.db)
    await made.db.destroy()
    const unnamed = new URL(made.url).pathname.slice(1)
    await sql`alter database ${sql.id(unnamed)} rename to ${sql.id(name)}`.execute(maintenance)
  })
  return await createDatabase(name, 10)
}

/** How many statements wait for a lock in this database: others share the server. */
export async function lockWaits(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

async function createDatabase(template: string, poolSize: number): Promise<TestDatabase> {
  const url = new URL(inject('templateUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes a third of the processor time of writing each page to the log.
  await maintain(`create database ${name} template ${template} strategy file_copy`)
  const runtimeUrl = new URL(inject('runtimeUrl'))
  url.pathname = runtimeUrl.pathname = `/${name}`
  const db = connect(url.href, { poolSize, onError: () => undefined })
  return {
    url: url.href,
    db,
    runtimeUrl: runtimeUrl.href,
    poolSize,
    drop: async () => {
      await db.destroy()
      await maintain(`drop database ${name} with (force)`).catch((error: unknown) => {
        // Only a superuser may end a worker that tidies up there; a plain drop waits for it.
        if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
        return maintain(`drop database ${name}`)
      })
    },
  }
}

const maintain = (statement: string): Promise<void> =>
  inTurn(COPYING, async (maintenance) => void (await sql.raw(statement).execute(maintenance)))

/** One for all files of a worker: what fills a database copies another in the meantime. */
let maintenance: Database | null = null

/** PostgreSQL refuses to copy a database twice at once, so files take turns, however long one takes. */
async function inTurn(lock: number, work: (maintenance: Database) => Promise<void>) {
  const url = new URL(inject('templateUrl'))
  url.pathname = '/postgres'
  maintenance ??= connect(url.href, { poolSize: 2, onError: () => undefined })
  // One connection all the while: the lock is its own.
  await maintenance.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`.execute(
      connection,
    )
    await sql`select pg_advisory_lock(${sql.lit(lock)})`.execute(connection)
    try {
      await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lock)})`.execute(connection)
    }
  })
}
