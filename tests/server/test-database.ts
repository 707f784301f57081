import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/database/connection.ts'

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
export function createTestDatabase(poolSize = 10): Promise<TestDatabase> {
  return createDatabase('template_carelane', poolSize)
}

/** The same without the schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0', 4)
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
  await maintain(`create database ${name} template ${template}`)
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

async function maintain(statement: string): Promise<void> {
  const url = new URL(inject('templateUrl'))
  url.pathname = '/postgres'
  const maintenance = connect(url.href, { poolSize: 1, onError: () => undefined })
  try {
    // Two files copying at once have to take turns.
    await sql`select pg_advisory_lock(7)`.execute(maintenance)
    await sql.raw(statement).execute(maintenance)
  } finally {
    await maintenance.destroy()
  }
}
