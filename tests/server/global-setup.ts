import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect, type Database } from '#server/database/connection.ts'
import { migrateJobQueue } from '#server/database/job-schema.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { grantRuntimeRights } from '#server/database/runtime-role.ts'
import { briefFolder } from './brief-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database whose schema is up to date and which tests copy, never write to. */
    templateUrl: string
    /** The same for the role that serves. */
    runtimeUrl: string
  }
}

/**
 * What a session of the tests' role begins with: nothing works with these, so every test shows that
 * each connection sets its own (`session-settings.ts`).
 */
const ODD_SETTINGS = {
  datestyle: 'SQL, DMY',
  timezone: 'Pacific/Chatham',
  intervalstyle: 'sql_standard',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  client_encoding: 'LATIN1',
  search_path: 'pg_catalog',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  default_transaction_deferrable: 'on',
  statement_timeout: '1ms',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '1ms',
  idle_session_timeout: '1ms',
  transform_null_equals: 'on',
  array_nulls: 'off',
  row_security: 'off',
  gin_fuzzy_search_limit: '1',
}

/**
 * One PostgreSQL for all server tests, with a template database that each test file copies.
 * `TEST_DATABASE_URL` names another one (of another version), where tests may make databases and roles.
 */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres(process.env['TEST_DATABASE_URL'])
  const maintenance = connect(postgres.url, { poolSize: 1, onError: () => undefined })
  await setForRole(maintenance, { ...CHEAP_SETTINGS, ...ODD_SETTINGS })
  for (const name of ['template_carelane', 'template_seeded']) {
    await sql`drop database if exists ${sql.id(name)}`.execute(maintenance)
  }
  await sql`create database template_carelane`.execute(maintenance)
  await maintenance.destroy()
  const templateUrl = new URL(postgres.url)
  templateUrl.pathname = '/template_carelane'
  const template = connect(templateUrl.href, { poolSize: 1, onError: () => undefined })
  const runtimeUrl = new URL(postgres.runtimeUrl)
  runtimeUrl.pathname = templateUrl.pathname
  const runtime = connect(runtimeUrl.href, { poolSize: 1, onError: () => undefined })
  await setForRole(runtime, CHEAP_SETTINGS)
  await migrate(template)
  await migrateJobQueue(template)
  await grantRuntimeRights(runtime, template)
  await runtime.destroy()
  await template.destroy()
  project.provide('templateUrl', templateUrl.href)
  project.provide('runtimeUrl', runtimeUrl.href)
  return postgres.stop
}

/** What a test commits need not outlive a power cut; those that kill a server start their own. */
const CHEAP_SETTINGS = {
  synchronous_commit: 'off',
  // Most statements run fewer than five times on a connection: to plan them took longer than to run them.
  plan_cache_mode: 'force_generic_plan',
  join_collapse_limit: '1',
  from_collapse_limit: '1',
}

async function setForRole(db: Database, settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) {
    await sql`alter role current_user set ${sql.id(name)} to ${sql.lit(value)}`.execute(db)
  }
}

async function startPostgres(given: string | undefined) {
  if (given) {
    return { url: given, runtimeUrl: await makeRuntimeRole(given), stop: async () => undefined }
  }
  const dataDir = briefFolder('test')
  const postgres = await startPrivatePostgres({ dataDir, log: () => undefined })
  return {
    url: postgres.url,
    runtimeUrl: postgres.runtimeUrl,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** @returns the address for a role that may do nothing yet. */
async function makeRuntimeRole(given: string): Promise<string> {
  const url = new URL(given)
  url.username = `${url.username}_runtime`
  const db = connect(given, { poolSize: 1, onError: () => undefined })
  const role = sql.id(url.username)
  const { rows } = await sql`select from pg_roles where rolname = ${url.username}`.execute(db)
  if (rows.length === 0) await sql`create role ${role}`.execute(db)
  await sql`alter role ${role} login password ${sql.lit(url.password)}`.execute(db)
  await db.destroy()
  return url.href
}
