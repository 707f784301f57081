import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { applySqlFiles, calledFiles, readSqlFiles, type SqlFile } from '#server/database/migrate.ts'
import { createTestDatabase } from '../test-database.ts'

const { db, drop } = await createTestDatabase(2)
afterAll(drop)

const sqlFile = (name: string, text: string): SqlFile => ({
  name,
  text,
  hash: text,
  path: `task/sql/${name}.sql`,
})

const apply = (...files: SqlFile[]) =>
  db.transaction().execute(async (tx) => {
    const others = await readSqlFiles()
    return applySqlFiles(tx, [...others, ...files], { removeOthers: true })
  })

async function functionsNamed(name: string): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    select oid::regprocedure || ' ' || prorettype::regtype as signature from pg_proc
    where proname = ${name} order by 1`.execute(db)
  return rows.map(({ signature }) => signature)
}

const one = (parameters: string, result: string, value: string) =>
  sqlFile(
    'one',
    `create or replace function one(${parameters}) returns ${result} language sql as $$ select ${value} $$`,
  )

beforeEach(async () => {
  await sql`drop view if exists depending`.execute(db)
  await apply()
})

test('a changed text replaces the function, whatever its parameters and result are now', async () => {
  expect(await apply(one('', 'integer', '1'))).toEqual(['one'])
  expect(await apply(one('', 'integer', '1'))).toEqual([])
  expect(await apply(one('', 'text', "'1'"))).toEqual(['one'])
  expect(await functionsNamed('one')).toEqual(['one() text'])
  expect(await apply(one('given integer', 'text', "'1'"))).toEqual(['one'])
  expect(await functionsNamed('one')).toEqual(['one(integer) text'])
  expect(await apply()).toEqual(['one'])
  expect(await functionsNamed('one')).toEqual([])
})

test('a function that something depends on is replaced in its place', async () => {
  await apply(one('', 'integer', '1'))
  await sql`create view depending as select one() as one`.execute(db)
  await apply(one('', 'integer', '2'))
  expect((await sql`select one from depending`.execute(db)).rows).toEqual([{ one: 2 }])
})

test.each([
  ['a file that is gone', []],
  ['an earlier signature', [one('given integer', 'integer', '1')]],
])('what depends on the function of %s is named, and nothing changes', async (_, files) => {
  await apply(one('', 'integer', '1'))
  await sql`create view depending as select one() as one`.execute(db)
  await expect(apply(...files)).rejects.toThrow(
    'The database cannot be brought up to date, because something depends on its function one(): view depending depends on function one(). Drop that first.',
  )
  expect(await functionsNamed('one')).toEqual(['one() integer'])
  expect((await sql`select one from depending`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a trigger that its file no longer has is dropped', async () => {
  const noop =
    "create or replace function noop() returns trigger language plpgsql as 'begin return new; end';"
  const trigger =
    'create or replace trigger noop before insert on site for each row execute function noop();'
  const triggers = async () =>
    (await sql`select from pg_trigger where tgname = 'noop'`.execute(db)).rows
  await apply(sqlFile('noop', noop + trigger))
  expect(await triggers()).toHaveLength(1)
  await apply(sqlFile('noop', noop))
  expect(await triggers()).toHaveLength(0)
})

test('a view may lose a column', async () => {
  await apply(sqlFile('two', 'create or replace view two as select 1 as one, 2 as two'))
  await apply(sqlFile('two', 'create or replace view two as select 2 as two'))
  expect((await sql`select * from two`.execute(db)).rows).toEqual([{ two: 2 }])
})

test('an error names the file', async () => {
  await expect(apply(sqlFile('wrong', 'creat function'))).rejects.toThrow(
    'wrong: syntax error at or near "creat"',
  )
})

test('files come after those that they call, also through others, and comments call nothing', () => {
  const first = sqlFile('first', 'create function first() as $$ select third() $$')
  const second = sqlFile('second', 'create function second() as $$ select 1 $$ -- first()')
  const third = sqlFile('third', 'create function third() as $$ select second() $$')
  const names = (files: SqlFile[]) => files.map(({ name }) => name)
  expect(names(calledFiles([first, second, third], [first]))).toEqual(['second', 'third', 'first'])
  const migration = { name: '0002', text: 'create index on site (third(name)); -- first()' }
  expect(names(calledFiles([first, second, third], [migration]))).toEqual(['second', 'third'])
})
