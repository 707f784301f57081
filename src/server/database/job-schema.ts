import { sql } from 'kysely'
import boss from 'pg-boss/package.json' with { type: 'json' }
import type { Database } from './connection.ts'

export const JOB_SCHEMA = 'job_queue'

/** One of each kind waits. How many are at work is not counted: see docs/decisions/0031. */
export const QUEUE_POLICY = 'short'
const EARLIER_POLICY = 'stately'

/** Instances that start together make the queue once. */
const QUEUE_LOCK = 7_201_964

/** Makes or upgrades the queue as the owner, because `pg-boss` could not as the serving role. */
export async function migrateJobQueue(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${QUEUE_LOCK}::bigint)`.execute(connection)
    try {
      const version = await installedVersion(connection)
      if (version === null || version < boss.pgboss.schema) {
        const { getConstructionPlans, getMigrationPlans } = await import('pg-boss')
        const plans =
          version === null
            ? getConstructionPlans(JOB_SCHEMA)
            : getMigrationPlans(JOB_SCHEMA, version)
        await sql.raw(plans).execute(connection)
      }
      // In place, so that a process of the earlier version goes on working.
      await sql`
        update ${sql.table(`${JOB_SCHEMA}.queue`)}
        set policy = ${QUEUE_POLICY}, singletons_active = null
        where policy = ${EARLIER_POLICY}`.execute(connection)
    } finally {
      await sql`select pg_advisory_unlock(${QUEUE_LOCK}::bigint)`.execute(connection)
    }
  })
}

async function installedVersion(db: Database): Promise<number | null> {
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass(${`${JOB_SCHEMA}.version`}) is not null as is_there`.execute(db)
  if (!tables[0]?.is_there) return null
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(`${JOB_SCHEMA}.version`)}`.execute(db)
  return rows[0]?.version ?? null
}
