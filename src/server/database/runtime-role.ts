import { sql } from 'kysely'
import { StartError } from '#server/start-error.ts'
import type { Database } from './connection.ts'
import { JOB_SCHEMA } from './job-schema.ts'

const SCHEMAS = ['public', JOB_SCHEMA]
/** Add and read only. The database numbers rows: a chosen number could pass for a sealed one. */
const APPEND_ONLY = ['audit_event', 'audit_seal']
const BOOKKEEPING = ['kysely_migration', 'sql_file']
/** An advisory lock, because two instances that grant on one table at once fail. */
const GRANT_LOCK = 7_201_963

/** Refuses a runtime role that could lift its limits. @throws StartError in one sentence. */
export async function refuseOwnerAsRuntime(runtime: Database, owner: Database): Promise<void> {
  if ((await readDatabaseName(runtime)) !== (await readDatabaseName(owner))) {
    throw new StartError(
      'Bad setting. DATABASE_OWNER_URL: expected another role of the database that DATABASE_URL names.',
    )
  }
  const { rows } = await sql<{ name: string; power: string | null }>`
    select rolname as name, case
      when rolsuper then 'is a superuser'
      when rolcreaterole then 'makes roles'
      when exists (
        select from pg_database where datname = current_database()
          and pg_has_role(session_user, datdba, 'member')
      ) then 'owns the database'
      when exists (
        select from pg_class where relnamespace in (${schemas}) and relkind in ('r', 'p')
          and pg_has_role(session_user, relowner, 'member')
      ) then 'owns tables'
    end as power
    from pg_roles where rolname = session_user`.execute(runtime)
  if (rows[0]?.power) throw tooMighty(rows[0].name, rows[0].power)
}

/** Revokes everything else. @throws StartError where it may still do more, through another role. */
export async function grantRuntimeRights(runtime: Database, owner: Database): Promise<void> {
  const { rows: roles } = await sql<{ name: string }>`select current_user as name`.execute(runtime)
  const name = roles[0]?.name ?? ''
  const role = sql.id(name)
  await owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${GRANT_LOCK}::bigint)`.execute(tx)
    const { rows: objects } = await sql<{ object: string; rights: string | null }>`
      select 'schema ' || quote_ident(nspname) as object, 'usage' as rights
      from pg_namespace where oid in (${schemas})
      union all
      select case relkind when 'S' then 'sequence ' else 'table ' end || oid::regclass, case
        when relkind = 'S' then 'usage, select'
        when relname = any(${BOOKKEEPING}) then null
        when relname = any(${APPEND_ONLY}) then 'select, insert (' || (
          select string_agg(quote_ident(attname), ', ') from pg_attribute
          where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attidentity = ''
        ) || ')'
        else 'select, insert, update, delete'
      end
      from pg_class where relnamespace in (${schemas}) and relkind in ('r', 'p', 'v', 'S')
        and pg_has_role(relowner, 'usage') and not ${isOfExtension('pg_class')}
      union all
      select 'routine ' || oid::regprocedure, 'execute'
      from pg_proc where pronamespace in (${schemas})
        and pg_has_role(proowner, 'usage') and not ${isOfExtension('pg_proc')}`.execute(tx)
    for (const { object, rights } of objects) {
      await sql`revoke all on ${sql.raw(object)} from ${role}`.execute(tx)
      if (rights) await sql`grant ${sql.raw(rights)} on ${sql.raw(object)} to ${role}`.execute(tx)
    }
    for (const schema of SCHEMAS) {
      const later = sql`alter default privileges in schema ${sql.id(schema)}`
      await sql`${later} grant select, insert, update, delete on tables to ${role}`.execute(tx)
      await sql`${later} grant usage, select on sequences to ${role}`.execute(tx)
      await sql`${later} grant execute on routines to ${role}`.execute(tx)
    }
  })
  await refuseRightsFromElsewhere(runtime, name)
}

async function refuseRightsFromElsewhere(runtime: Database, name: string): Promise<void> {
  const { rows } = await sql<{ power: string | null }>`
    select case
      when exists (
        select from pg_namespace where oid in (${schemas}) and has_schema_privilege(oid, 'create')
      ) then 'makes tables'
      when exists (
        select from pg_class where relnamespace = 'public'::regnamespace
          and (
            relname = any(${APPEND_ONLY})
              and has_table_privilege(oid, 'update, delete, truncate, references, trigger')
            or relname = any(${BOOKKEEPING}) and has_table_privilege(oid, 'insert, update, delete')
          )
      ) then 'changes the audit trail or the list of migrations'
    end as power`.execute(runtime)
  if (rows[0]?.power) throw tooMighty(name, rows[0].power)
}

const tooMighty = (name: string, power: string) =>
  new StartError(
    `Bad setting. DATABASE_URL: with DATABASE_OWNER_URL set, expected a role that only reads and writes records, but ${name} ${power}.`,
  )

const schemas = sql`select oid from pg_namespace where nspname in (${sql.join(SCHEMAS)})`

const isOfExtension = (catalogue: 'pg_class' | 'pg_proc') => sql`exists (
  select from pg_depend
  where classid = ${sql.lit(catalogue)}::regclass and objid = ${sql.ref(catalogue)}.oid and deptype = 'e'
)`

/** It is the same for every connection to one database. */
async function readDatabaseName(db: Database): Promise<string> {
  const { rows } = await sql<{ database: string }>`
    select current_database() || ' ' || pg_postmaster_start_time() as database`.execute(db)
  return rows[0]?.database ?? ''
}
