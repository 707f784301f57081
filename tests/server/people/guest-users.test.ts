import { describe, expect, test } from 'vitest'
import { tokenHash } from '#server/identity/token.ts'
import { addAppointment, guestDetails } from '../clinic-factory.ts'
import { insertRow, rowsWhere } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const db = server.database.db

const create = (more: Record<string, unknown> = {}) =>
  send(server, 'POST', '/api/public/users/', { body: { ...guestDetails(), ...more } })

async function someone(more: Record<string, unknown> = {}) {
  const { body } = await create(more)
  const { guest_access_token: token, ...guest } = body
  const headers = { 'Guest-User-Access-Token': String(token) }
  return {
    guest,
    token: String(token),
    update: (body: Record<string, unknown>) =>
      send(server, 'PUT', `/api/public/users/${guest['id']}/`, { body, headers }),
    read: async () =>
      (await send(server, 'GET', '/api/public/check-guest-user/', { headers })).body,
  }
}

const EVERYTHING = {
  title: 'Dr',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.test',
  mobile: '+44 (0)7700 900-123',
  dob: '1815-12-10'.replace('1815', '1915'),
  gender: 2,
  address1: '1 Harbour Street',
  address2: 'Flat 2',
  city: 'Saltmarsh',
  county: 'Eastshire',
  nation: 'England',
  postcode: 'ZZ1 1AA',
  nhs_number: '9434765919',
}

describe('a guest', () => {
  test('is kept and given back as they wrote it', async () => {
    const surgery = await addSurgery()
    const { guest, read } = await someone({ ...EVERYTHING, gp_surgery_id: surgery })
    expect(guest).toMatchObject({
      ...EVERYTHING,
      mobile: '07700 900 123',
      gp_surgery_id: surgery,
      full_name: 'Ada Lovelace',
    })
    expect(await read()).toEqual(guest)
  })

  test('who leaves out what may be left out has it empty', async () => {
    const { guest } = await someone()
    expect(guest).toMatchObject({
      title: '',
      gender: -1,
      address1: '',
      nhs_number: '',
      gp_surgery_id: null,
    })
  })

  test('shares an email address and a phone with another without being taken for them', async () => {
    const shared = { email: 'family@example.test', mobile: '07700 900111', dob: '2001-01-01' }
    const mother = await someone({ ...shared, first_name: 'Mary', last_name: 'Shelley' })
    const father = await someone({ ...shared, first_name: 'Percy', last_name: 'Shelley' })
    expect(father.guest['id']).not.toBe(mother.guest['id'])
    await father.update({ first_name: 'Bysshe' })
    expect(await mother.read()).toMatchObject({ first_name: 'Mary' })
    expect(await father.read()).toMatchObject({ first_name: 'Bysshe' })
  })

  test('who comes again under the same name is a new record: nothing of the earlier one is shown', async () => {
    const twin = { ...guestDetails(), last_name: 'Same', nhs_number: '9434765919' }
    const [first, second] = [await someone({ ...twin, city: 'Saltmarsh' }), await someone(twin)]
    expect(second.guest['id']).not.toBe(first.guest['id'])
    expect(second.guest['city']).toBe('')
  })
})

describe('an update', () => {
  test('in part keeps the rest', async () => {
    const { guest, update, read } = await someone(EVERYTHING)
    const answer = await update({ mobile: '+44 7700 900999' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...guest, mobile: '07700 900 999' })
    expect(await read()).toEqual(answer.body)
  })

  test('can empty what may be empty', async () => {
    const surgery = await addSurgery()
    const { update, read } = await someone({ ...EVERYTHING, gp_surgery_id: surgery })
    expect((await update({ nhs_number: '', address2: '', gp_surgery_id: null })).status).toBe(200)
    expect(await read()).toMatchObject({ nhs_number: '', address2: '', gp_surgery_id: null })
  })

  test('who has an appointment keeps the name and date of birth that it is for', async () => {
    const { guest, update, read } = await someone()
    await addAppointment(db, { patient_id: Number(guest['id']), starts_at: new Date() })
    const others = { first_name: 'Stan', last_name: 'Laurel', dob: '1950-06-16' }
    for (const [field, value] of Object.entries(others)) {
      const refused = await update({ [field]: value, mobile: '07700 900999' })
      expect(refused.outcome, field).toBe('409 conflict')
    }
    expect(await read()).toEqual(guest)
    const { first_name, last_name, dob } = guest
    const same = await update({ first_name, last_name, dob, mobile: '07700 900999' })
    expect([same.outcome, same.body['mobile']]).toEqual(['200', '07700 900 999'])
  })

  test('of nothing changes nothing', async () => {
    const { guest, update } = await someone()
    expect((await update({})).body).toEqual(guest)
  })

  test('with one fault changes nothing, also not what was right', async () => {
    const { guest, update, read } = await someone()
    expect((await update({ city: 'Elsewhere', dob: '2999-01-01' })).status).toBe(400)
    expect((await update({ city: 'Elsewhere', gp_surgery_id: 999_999 })).status).toBe(400)
    expect(await read()).toEqual(guest)
  })

  test.each([['first_name'], ['last_name'], ['email'], ['mobile'], ['dob']])(
    'cannot empty %s',
    async (field) => {
      const { update } = await someone()
      const answer = await update({ [field]: '' })
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body)).toEqual([field])
    },
  )
})

describe('what is refused by its field', () => {
  test.each([
    ['nhs_number', '9434765918'],
    ['dob', ''],
    ['email', `${'a'.repeat(250)}@example.test`],
    ['first_name', 'x'.repeat(101)],
    ['last_name', 'with\nbreak'],
    ['gender', 10],
    ['gender', '1'],
    ['gp_surgery_id', 999_999],
    ['gp_surgery_id', 0],
  ])('%s %j', async (field, value) => {
    const before = await countPeople()
    const answer = await create({ [field]: value })
    expect(answer.status, answer.text).toBe(400)
    expect(Object.keys(answer.body)).toEqual([field])
    expect(await countPeople()).toBe(before)
  })

  test('every fault is told at once', async () => {
    const answer = await send(server, 'POST', '/api/public/users/', {
      body: { dob: 'x', email: 'y' },
    })
    expect(Object.keys(answer.body).sort()).toEqual([
      'dob',
      'email',
      'first_name',
      'last_name',
      'mobile',
    ])
  })
})

test('a guest’s token is kept as a hash alone, and is different each time', async () => {
  const [one, other] = [await someone(), await someone()]
  expect(one.token).not.toBe(other.token)
  expect(one.token.length).toBeGreaterThanOrEqual(43)
  const rows = await rowsWhere(db, 'guest_access', { person_id: Number(one.guest['id']) })
  expect(rows.map((row) => row.token_hash)).toEqual([tokenHash(one.token)])
  expect(JSON.stringify(rows)).not.toContain(one.token)
  const days = ((rows[0]?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(365)
})

const addSurgery = async () => (await insertRow(db, 'gp_surgery', { name: 'Quay Surgery' })).id

const countPeople = async () =>
  (
    await db
      .selectFrom('person')
      .select(db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
