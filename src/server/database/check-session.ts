import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Database } from './connection.ts'
import { SESSION_SETTINGS } from './session-settings.ts'

/** A connection pooler may drop our settings, or lead to other tables. @throws StartError. */
export async function checkSession(db: Database): Promise<void> {
  await checkSettings(db)
  await checkSchema(db)
}

async function checkSettings(db: Database): Promise<void> {
  const names = Object.keys(SESSION_SETTINGS)
  const { rows } = await sql<{ name: string; setting: string }>`
    select lower(name) as name, setting from pg_catalog.pg_settings
    where lower(name) = any(${names}::text[])`.execute(db)
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]))
  const wrong = Object.entries(SESSION_SETTINGS).filter(
    ([name, setting]) => actual.get(name) !== setting,
  )
  if (wrong.length === 0) return
  const needed = wrong.map(([name, setting]) => `${name} = '${setting}'`).join(', ')
  throw new StartError(
    `DATABASE_URL: a connection pooler drops the settings of sessions. Connect to PostgreSQL directly, or set for the role with ALTER ROLE ... SET: ${needed}.`,
  )
}

/** Otherwise data in another schema would seem to be gone. */
async function checkSchema(db: Database): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select table_schema as schema from information_schema.tables
    where table_name = 'availability_occurrence'
    order by table_schema = 'public' desc limit 1`.execute(db)
  const schema = rows[0]?.schema ?? 'public'
  if (schema === 'public') return
  throw new StartError(
    `DATABASE_URL: the tables of Carelane are in the schema "${schema}". Move them to "public": rename "public", then rename "${schema}" to "public".`,
  )
}
