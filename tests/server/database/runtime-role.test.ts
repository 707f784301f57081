import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { demonstration } from '#demo/demonstration.ts'
import { checkSeals } from '#server/audit/seals/seal-trail.ts'
import { boot } from '#server/boot.ts'
import { connect } from '#server/database/connection.ts'
import { PIN_COST } from '#server/identity/pin.ts'
import { isFull } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { freePort } from '../carelane-process.ts'
import { createEmptyDatabase, type TestDatabase } from '../test-database.ts'
import { testSettings } from '../test-server.ts'

/* What every other server test does as this role, it may; here stands what it may not. */

let database: TestDatabase
let runtimeUrl: string
let runtime: pg.Client
beforeAll(async () => {
  database = await createEmptyDatabase()
  runtimeUrl = database.runtimeUrl ?? ''
  const booted = await start({ DATABASE_URL: runtimeUrl, DATABASE_OWNER_URL: database.url })
  expect(booted.services.pinCost, 'tests alone try PINs cheaply').toEqual(PIN_COST)
  await booted.stop()
  runtime = new pg.Client({ connectionString: runtimeUrl })
  await runtime.connect()
})
afterAll(async () => {
  await runtime.end()
  await database.drop()
})

const start = (
  environment: Record<string, string>,
  filledWith: typeof demonstration | null = null,
) => boot(testSettings(environment), filledWith, () => undefined)

const refusal = (environment: Record<string, string>) =>
  start(environment).then(
    () => 'it started',
    (error: Error) => error.message,
  )

const owner = () => decodeURIComponent(new URL(database.url).username)
const serving = () => decodeURIComponent(new URL(runtimeUrl).username)

describe('the role that serves is refused by PostgreSQL:', () => {
  test.each([
    'update audit_event set action = $$nothing$$',
    'delete from audit_event',
    'truncate audit_event',
    'insert into audit_event (sequence, actor_role, action, subject_type, subject_id) overriding system value values (99999999, $$system$$, $$forged$$, $$person$$, 1)',
    'update audit_seal set line_count = 1',
    'delete from audit_seal',
    'truncate audit_seal',
    'truncate appointment cascade',
    'alter table audit_event disable trigger all',
    'alter table audit_event add column note text',
    'drop trigger audit_event_append_only on audit_event',
    'drop table audit_event',
    'create trigger quiet before insert on audit_event execute function next_version()',
    'create or replace function audit_event_is_append_only() returns trigger language sql as $$ select 1 $$',
    'create table mine (id integer)',
    'create table job_queue.mine (id integer)',
    'create schema mine',
    'drop schema job_queue cascade',
    'select from kysely_migration',
    'delete from kysely_migration',
    'delete from sql_file',
    'set session_replication_role = replica',
    'alter role current_user superuser',
  ])('%s', async (statement) => {
    await expect(runtime.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('to become the owner', async () => {
    const role = pg.escapeIdentifier(owner())
    for (const statement of [`set role ${role}`, `set session authorization ${role}`]) {
      await expect(runtime.query(statement)).rejects.toMatchObject({ code: '42501' })
    }
  })
})

test.runIf(isFull)(
  'it does the background work on a queue that the owner made, and fills the demonstration',
  async () => {
    const booted = await start(
      { DATABASE_URL: runtimeUrl, DATABASE_OWNER_URL: database.url },
      demonstration,
    )
    try {
      for (const name of ['duplicates.nightly', 'audit.seal'] as const) {
        await booted.services.jobs.send(name)
      }
      await eventually(
        async () => {
          const { rows } = await sql<{ name: string }>`
          select distinct name from job_queue.job where state = 'completed'`.execute(database.db)
          const done = rows.map(({ name }) => name)
          expect(done).toEqual(expect.arrayContaining(['duplicates.nightly', 'audit.seal']))
        },
        { interval: 100 },
      )
      const { rows } = await runtime.query<{ user: string; lines: number }>(
        'select current_user as user, count(*)::integer as lines from audit_event',
      )
      expect(rows).toEqual([{ user: serving(), lines: expect.any(Number) }])
      expect(rows[0]?.lines).toBeGreaterThan(0)
      expect(await checkSeals(booted.services.db, null)).toMatchObject({
        lines: rows[0]?.lines,
        unsealed: 0,
        fault: null,
      })
    } finally {
      await booted.stop()
    }
  },
)

test('tables of later migrations are open to it, rights beyond are taken back', async () => {
  await sql`create table later (id integer generated always as identity, note text)`.execute(
    database.db,
  )
  await runtime.query("insert into later (note) values ('kept')")
  await sql`grant update, truncate on audit_event to ${sql.id(serving())}`.execute(database.db)
  await (await start({ DATABASE_URL: runtimeUrl, DATABASE_OWNER_URL: database.url })).stop()
  for (const statement of ['update audit_event set action = action', 'truncate audit_event']) {
    await expect(runtime.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  expect((await runtime.query('select note from later')).rows).toEqual([{ note: 'kept' }])
})

describe('a start is refused in one sentence', () => {
  const tooMighty = (name: string, power: string) =>
    `Bad setting. DATABASE_URL: with DATABASE_OWNER_URL set, expected a role that only reads and writes records, but ${name} ${power}.`

  test('where the role that serves is the owner', async () => {
    const said = await refusal({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.url })
    // TEST_DATABASE_URL may name a superuser.
    const powers = ['owns the database', 'is a superuser']
    expect(powers.map((power) => tooMighty(owner(), power))).toContain(said)
    const { rows } = await sql`select has_table_privilege('audit_event', 'insert') as kept`.execute(
      database.db,
    )
    expect(rows).toEqual([{ kept: true }])
  })

  test('where everybody may change the trail', async () => {
    await sql`grant delete on audit_event to public`.execute(database.db)
    const said = await refusal({ DATABASE_URL: runtimeUrl, DATABASE_OWNER_URL: database.url })
    await sql`revoke delete on audit_event from public`.execute(database.db)
    expect(said).toBe(tooMighty(serving(), 'changes the audit trail or the list of migrations'))
  })

  test('where everybody may make tables', async () => {
    await sql`grant create on schema public to public`.execute(database.db)
    const said = await refusal({ DATABASE_URL: runtimeUrl, DATABASE_OWNER_URL: database.url })
    await sql`revoke create on schema public from public`.execute(database.db)
    expect(said).toBe(tooMighty(serving(), 'makes tables'))
  })

  test('where both roles are of different databases', async () => {
    const other = new URL(runtimeUrl)
    other.pathname = new URL(inject('runtimeUrl')).pathname
    expect(await refusal({ DATABASE_URL: other.href, DATABASE_OWNER_URL: database.url })).toBe(
      'Bad setting. DATABASE_OWNER_URL: expected another role of the database that DATABASE_URL names.',
    )
  })

  test('where the owner is missing for a schema that is behind', async () => {
    expect(await refusal({ DATABASE_URL: runtimeUrl })).toMatch(
      /^DATABASE_URL: this role may not bring the schema up to date \(.*\): set DATABASE_OWNER_URL to the role that owns the tables\.$/,
    )
  })

  test('where the database is not there', async () => {
    const away = `postgres://carelane:none@127.0.0.1:${await freePort()}/carelane`
    expect(await refusal({ DATABASE_URL: away })).toBe(
      'The database cannot be reached: check that it runs and that DATABASE_URL is right.',
    )
  })

  test('where the password is wrong, or there is no database of this name', async () => {
    const wrong = new URL(runtimeUrl)
    wrong.password = 'guessed'
    expect(await refusal({ DATABASE_URL: wrong.href })).toBe(
      'DATABASE_URL: the database refused this user or password.',
    )
    const absent = new URL(runtimeUrl)
    absent.pathname = '/absent'
    expect(await refusal({ DATABASE_URL: absent.href })).toBe(
      'DATABASE_URL: there is no database of this name.',
    )
  })

  test('where the owner’s password is wrong', async () => {
    const wrong = new URL(database.url)
    wrong.password = 'guessed'
    expect(await refusal({ DATABASE_URL: runtimeUrl, DATABASE_OWNER_URL: wrong.href })).toBe(
      'DATABASE_OWNER_URL: the database refused this user or password.',
    )
  })
})

test.runIf(isFull)('with one address one role does everything', async () => {
  const own = await createEmptyDatabase()
  try {
    await (await start({ DATABASE_URL: own.url }, demonstration)).stop()
    const db = connect(own.url, { poolSize: 1, onError: () => undefined })
    const { rows } = await sql`select count(*)::integer as people from person`.execute(db)
    await db.destroy()
    expect(rows).toEqual([{ people: expect.any(Number) }])
  } finally {
    await own.drop()
  }
})
