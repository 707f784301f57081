import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPerson } from '../clinic-factory.ts'
import { type Answer, listedRows, send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database
const desk = await addStaffUser(server, ['clinic.view_user', 'clinic.create_user'])

const ada = {
  first_name: 'Ada',
  last_name: 'Okonkwo-Byron',
  dob: '1987-03-04',
  nhs_number: '9434765919',
  mobile: '07700 900 982',
  email: 'ada.byron@example.test',
}
const namesIn = ({ body }: Answer) =>
  listedRows<{ full_name: string }>(body).map(({ full_name }) => full_name)
const search = async (query: Record<string, string>) =>
  namesIn(await send(server, 'GET', `/api/admin/users/?${new URLSearchParams(query)}`, desk))

test('people are found by name in any order, birth date, NHS number, phone and e-mail', async () => {
  await addPerson(db, ada)
  for (const text of [
    'okonkwo ada',
    '04/03/1987',
    '943 476 5919',
    '9434765919',
    '07700900982',
    '07700 900 982',
    'ada.byron@',
    'byron 1987',
  ]) {
    expect(await search({ search: text }), text).toEqual(['Ada Okonkwo-Byron'])
  }
  expect(await search({ search: 'byron', dob: '1987-03-05' })).toEqual([])
})

test('one or two letters are the beginning of a word, and signs on letters need not be typed', async () => {
  await addPerson(db, { first_name: 'Siobhán', last_name: 'O’Connell-Wójcik' })
  for (const text of ['wo', 'si o’', 'siobhan', 'oconnell wojcik', 'SIOBHÁN']) {
    expect(await search({ search: text }), text).toEqual(['Siobhán O’Connell-Wójcik'])
  }
  expect(await search({ search: 'ob' })).toEqual([])
})

test('a long list is counted so far, and every page of it is there', async () => {
  await sql`insert into person (first_name, last_name)
    select 'Many', 'Zz' || lpad(number::text, 5, '0') from generate_series(1, 10030) as number`.execute(
    db,
  )
  const page = async (query: Record<string, string>) =>
    (await send(server, 'GET', `/api/admin/users/?${new URLSearchParams(query)}`, desk)).body
  expect(await page({ search: 'many' })).toMatchObject({ count: 10_000, more: true })
  const last = await page({ search: 'many', page: '201', page_size: '50' })
  expect(last).toMatchObject({ count: 10_030 })
  expect(last).not.toHaveProperty('more')
  expect(namesIn({ body: last } as Answer)).toHaveLength(30)
  expect(namesIn({ body: last } as Answer).at(-1)).toBe('Many Zz10030')
  expect(await page({ search: 'many', page: '202' })).toMatchObject({ count: 10_030, results: [] })
  expect(await page({ search: 'many zz0042' })).toMatchObject({ count: 10 })
})

test('the trail tells that somebody searched, and nothing of what for', async () => {
  await search({ search: 'okonkwo' })
  const line = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'person.listed')
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ actor_id: desk.id, patient_id: null })
  expect(JSON.stringify(line)).not.toMatch(/okonkwo/i)
})

test('a person is created with what is known of them', async () => {
  const answer = await send(server, 'POST', '/api/admin/users/', {
    headers: desk.headers,
    body: { first_name: 'Grace', last_name: 'Hopper', dob: '1950-12-09' },
  })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({ full_name: 'Grace Hopper', email: '', nhs_number: '' })
  const wrong = await send(server, 'POST', '/api/admin/users/', {
    headers: desk.headers,
    body: { first_name: 'Grace', last_name: '', dob: '1950-12-09', email: 'nowhere' },
  })
  expect(Object.keys(wrong.body).toSorted()).toEqual(['email', 'last_name'])
})
