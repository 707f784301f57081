import { describe, expect, test } from 'vitest'
import { addAppointment, profileDetails } from '../clinic-factory.ts'
import { auditLines, oneRow, rowsWhere } from '../rows.ts'
import { listedRows, send } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'

const server = await runTestServer()
const db = server.database.db

const ADA = { first_name: 'Ada', last_name: 'Bell', dob: '1984-03-31', nhs_number: '' }
const NHS_NUMBER = '9434765919'
const OTHER_NHS_NUMBER = '9434765870'

const patient = (more: Record<string, unknown> = {}) =>
  addSignedIn(server, { person: { ...ADA, ...more } })

async function withAppointment(more: Record<string, unknown> = {}) {
  const me = await patient(more)
  await addAppointment(db, { patient_id: me.id, starts_at: new Date() })
  return me
}

const change = ({ id, headers }: SignedInPerson, body: object, method = 'PATCH') =>
  send(server, method, `/api/private/users/${id}/`, { body, headers })

const ask = (me: SignedInPerson, body: object) =>
  me.ask('POST', '/api/private/correctionrequests/', body)

const decide = ({ headers }: SignedInPerson, id: unknown, body: object) =>
  send(server, 'POST', `/api/admin/correctionrequests/${id}/decide/`, { body, headers })

const readIdentity = async ({ id }: { id: number }) => {
  const { first_name, last_name, dob, nhs_number } = await oneRow(db, 'person', id)
  return { first_name, last_name, dob, nhs_number }
}

describe('a record with an NHS number, appointments or vaccinations', () => {
  test.each([
    ['another birth date', { dob: '2024-06-01' }, ['dob']],
    ['an NHS number', { nhs_number: OTHER_NHS_NUMBER }, ['nhs_number']],
    ['no birth date any more', { dob: null }, ['dob']],
    ['another first name', { first_name: 'Tom' }, ['first_name']],
    ['a child', { first_name: 'Tom', last_name: 'Bell', dob: '2024-06-01' }, ['first_name', 'dob']],
    [
      'a child of a similar first name and another last name',
      { first_name: 'Adam', last_name: 'Cole' },
      ['last_name'],
    ],
  ])('keeps who it is about: %s is refused by field', async (_, body, fields) => {
    const me = await withAppointment()
    const answer = await change(me, body)
    expect([answer.status, Object.keys(answer.body).toSorted()]).toEqual([400, fields.toSorted()])
    expect(await readIdentity(me)).toEqual(ADA)
  })

  test('does not become another person in small steps, and the way back stays open', async () => {
    const me = await withAppointment({ first_name: 'Rosa' })
    const statuses = []
    for (const first_name of ['Rose', 'Rosie', 'Rosalind', 'Ros', 'Roy', 'Ray', 'Jay']) {
      statuses.push((await change(me, { first_name })).status)
    }
    expect(statuses.slice(-2)).toEqual([400, 400])
    const { first_name } = await oneRow(db, 'person', me.id)
    expect(first_name).toMatch(/^Ro/)
    // A new last name takes the first name as it was.
    const married = { last_name: 'Jones' }
    expect((await change(me, married)).body).toHaveProperty('last_name')
    expect((await change(me, { first_name: 'Rosa' })).status).toBe(200)
    expect((await change(me, married)).status).toBe(200)
    const staff = await addStaffUser(server, ['clinic.change_user', 'clinic.view_user'])
    const body = { first_name: 'Roy' }
    await staff.ask('PATCH', `/api/admin/users/${me.id}/`, body)
    // What staff enter is where the next small step begins.
    expect((await change(me, { first_name: 'Rosa' })).status).toBe(400)
  })

  test('keeps who it is about with a whole form, too, and whichever of the three it has', async () => {
    const vaccinated = await patient()
    await addVaccination(db, {
      patient_id: vaccinated.id,
      vaccine_product_id: (await addVaccineProduct(db)).id,
      is_historical: true,
    })
    const numbered = await patient({ nhs_number: NHS_NUMBER })
    for (const me of [vaccinated, numbered, await withAppointment()]) {
      const body = { ...profileDetails(), first_name: 'Tom', dob: '2024-06-01' }
      expect((await change(me, body, 'PUT')).status).toBe(400)
      expect(await readIdentity(me)).toMatchObject({ first_name: 'Ada', dob: ADA.dob })
    }
  })

  test.each([
    ['a letter of a first name', { first_name: 'Adah' }],
    ['a last name, as after a wedding', { last_name: 'Lovelace' }],
    ['contact details', { email: 'ada@example.test', city: 'Saltmarsh' }],
    ['nothing, with everything as it is', { ...ADA }],
  ])('lets the person change %s, which the trail notes', async (_, body) => {
    const me = await withAppointment()
    const answer = await change(me, body)
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(body)])
  })

  test('takes a birth date that was missing, which a booking needs', async () => {
    const me = await withAppointment({ dob: null })
    expect((await change(me, { dob: ADA.dob })).status).toBe(200)
  })

  test('says so to its person', async () => {
    const details = async ({ headers }: SignedInPerson) =>
      (await send(server, 'GET', '/api/private/user-auth/user_details/', { headers })).body
    expect(await details(await patient())).toMatchObject({ identity_is_fixed: false })
    expect(await details(await withAppointment())).toMatchObject({ identity_is_fixed: true })
  })
})

test('a new record without any of them is its person’s to correct', async () => {
  const me = await patient()
  const body = { first_name: 'Tom', dob: '2000-06-01', nhs_number: NHS_NUMBER }
  expect((await change(me, body)).status).toBe(200)
  expect(await readIdentity(me)).toMatchObject(body)
})

describe('a request for a correction', () => {
  test('is seen by staff beside what the record says, and changes it once they accept', async () => {
    const me = await withAppointment()
    const staff = await addStaffUser(server, ['clinic.view_user', 'clinic.change_user'])
    const asked = await ask(me, { first_name: 'Ada', dob: '1984-03-30', note: 'Day is wrong' })
    expect([asked.status, asked.body]).toEqual([
      201,
      expect.objectContaining({ state: 'open', first_name: null, dob: '1984-03-30' }),
    ])
    expect(await readIdentity(me)).toEqual(ADA)
    const path = '/api/admin/correctionrequests/?state=open'
    const { body } = await staff.ask('GET', path)
    const row = listedRows<{ id: number; person_id: number }>(body).find(
      ({ person_id }) => person_id === me.id,
    )
    expect(row).toMatchObject({
      id: asked.body['id'],
      person_name: 'Ada Bell',
      current_dob: ADA.dob,
      dob: '1984-03-30',
      note: 'Day is wrong',
    })
    const decided = await decide(staff, row?.id, { decision: 'accepted', answer: 'Thank you' })
    expect([decided.status, decided.body['current_dob']]).toEqual([200, '1984-03-30'])
    expect(await readIdentity(me)).toEqual({ ...ADA, dob: '1984-03-30' })
    expect(await auditLines(db, ['action'], { patient_id: me.id, actor_id: staff.id })).toEqual(
      expect.arrayContaining([{ action: 'person.updated' }, { action: 'correction.accepted' }]),
    )
    expect((await oneRow(db, 'person', me.id)).unverified).not.toContain('dob')
    const again = await decide(staff, row?.id, { decision: 'declined' })
    expect(again.outcome).toBe('409 conflict')
  })

  test('that is declined changes nothing, and its person reads why', async () => {
    const me = await withAppointment()
    const staff = await addStaffUser(server, ['clinic.change_user', 'clinic.view_user'])
    const { body } = await ask(me, { dob: '1990-01-01' })
    await decide(staff, body['id'], { decision: 'declined', answer: 'Bring your passport' })
    const path = '/api/private/correctionrequests/'
    const list = await me.ask('GET', path)
    expect(listedRows(list.body)).toEqual([
      expect.objectContaining({ state: 'declined', answer: 'Bring your passport' }),
    ])
    expect(await readIdentity(me)).toEqual(ADA)
  })

  test('replaces the one before, and is nobody else’s to read', async () => {
    const [me, other] = [await withAppointment(), await patient()]
    const first = await ask(me, { dob: '1990-01-01' })
    await ask(me, { nhs_number: NHS_NUMBER })
    const rows = await rowsWhere(db, 'correction_request', { person_id: me.id })
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['open', 'replaced'])
    const path = `/api/private/correctionrequests/${first.body['id']}/`
    expect((await other.ask('GET', path)).status).toBe(404)
  })

  test('about nothing is refused', async () => {
    const me = await withAppointment()
    expect((await ask(me, { first_name: 'Ada' })).status).toBe(400)
  })

  test('stays open where the record may not be changed by who decides', async () => {
    const boss = await addSignedIn(server, { person: { ...ADA, is_superuser: true } })
    await addAppointment(db, { patient_id: boss.id, starts_at: new Date() })
    const staff = await addStaffUser(server, ['clinic.change_user', 'clinic.view_user'])
    const { body } = await ask(boss, { dob: '1990-01-01' })
    const refused = await decide(staff, body['id'], { decision: 'accepted' })
    expect(refused.outcome).toBe('403 not_allowed')
    expect(await rowsWhere(db, 'correction_request', { person_id: boss.id })).toMatchObject([
      { state: 'open' },
    ])
  })
})
