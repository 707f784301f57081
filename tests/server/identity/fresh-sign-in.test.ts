import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { addClinician, addPerson } from '../clinic-factory.ts'
import { insertRow, updateRows } from '../rows.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addDemoPeople } from './provider-server.ts'
import { isSignInPage, signIn } from './sign-in.ts'
import type { Visitor } from './visitor.ts'

/* Some steps want somebody who has just shown who they are (docs/decisions/0116). */

const server = await runTestServer({ demoProvider: true })
const { db } = server.database
await addDemoPeople(db)

const LOGIN = `${server.url}/api/private/login-callback/`
const EXPORT = `${server.url}/api/private/patient-record/export/`
const isCallback = (url: URL) => url.pathname === '/callback'

const letAnHourPass = () =>
  db
    .updateTable('session')
    .set({ authenticated_at: sql<Date>`now() - interval '1 hour'` })
    .execute()

/** The provider's own session, which it would go on with. */
const letAnHourPassAtTheProvider = () =>
  db
    .updateTable('demo_provider_record')
    .set({
      payload: sql`jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::bigint - 3600))`,
    })
    .where('model', '=', 'Session')
    .execute()

async function download(visitor: Visitor) {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' }
  const { status, text } = await visitor.request(EXPORT, { headers })
  return status === 200 ? 'done' : `${status} ${(JSON.parse(text) as { code: string }).code}`
}

describe('at the identity provider', () => {
  test('who signed in a while ago shows once more who they are, then goes on', async () => {
    const { visitor } = await signIn(server.url, 'patient')
    expect(await download(visitor)).toBe('done')
    await letAnHourPass()
    await letAnHourPassAtTheProvider()
    expect(await download(visitor)).toBe('401 sign_in_again')

    const page = await visitor.open(LOGIN, isCallback)
    expect(isSignInPage(page)).toBe(true)
    // Opening the page is not enough.
    expect(await download(visitor)).toBe('401 sign_in_again')
    await visitor.send(page, { person: 'patient' }, isCallback)
    expect(await download(visitor)).toBe('done')
  })

  test('who has just signed in there, for another site, is not asked twice', async () => {
    const { visitor } = await signIn(server.url, 'patient')
    await letAnHourPass()
    expect(await download(visitor)).toBe('401 sign_in_again')
    const page = await visitor.open(LOGIN, isCallback)
    expect(page.url.pathname).toBe('/callback')
    expect(await download(visitor)).toBe('done')
  })

  test('a new session of ours alone, by an old sign-in there, is not fresh', async () => {
    const { visitor } = await signIn(server.url, 'patient')
    await letAnHourPassAtTheProvider()
    await db.deleteFrom('session').execute()
    const page = await visitor.open(LOGIN, isCallback)
    expect(page.url.pathname).toBe('/callback')
    expect(await download(visitor)).toBe('401 sign_in_again')
  })

  test('a provider that does not say when leaves it open', async () => {
    const { visitor } = await signIn(server.url, 'patient')
    await db.updateTable('session').set({ authenticated_at: null }).execute()
    expect(await download(visitor)).toBe('401 sign_in_again')
  })
})

test('nobody is asked again where the clinic does not want it', async () => {
  const { visitor } = await signIn(server.url, 'patient')
  await letAnHourPass()
  server.services.settings.SIGN_IN_AGAIN_MINUTES = 0
  expect(await download(visitor)).toBe('done')
  server.services.settings.SIGN_IN_AGAIN_MINUTES = 30
})

describe('access of people', () => {
  let administrator: SignedInPerson
  let colleague: { id: number }
  beforeEach(async () => {
    administrator = await addSignedIn(server, { person: { is_superuser: true } })
    colleague = await addPerson(db, { is_staff: true, first_name: 'Jo', last_name: 'Hale' })
    await letAnHourPass()
  })
  const asAdministrator = (method: string, path: string, body: object) =>
    administrator.ask(method, path, body)
  const change = async (id: number, body: object) => {
    const answer = await asAdministrator('PUT', `/api/admin/users/${id}/`, body)
    return answer.status === 200 ? 'done' : `${answer.status} ${String(answer.body['code'])}`
  }
  const isStaff = async () =>
    (await db.selectFrom('person').where('id', '=', colleague.id).select('is_staff').execute())[0]
      ?.is_staff

  test.each([{ is_staff: false }, { is_superuser: true }, { is_active: false }])(
    'is changed after a fresh sign-in alone: %o',
    async (access) => {
      expect(await change(colleague.id, access)).toBe('401 sign_in_again')
      expect(await isStaff()).toBe(true)
    },
  )

  test('is not a matter of telephone numbers', async () => {
    expect(await change(colleague.id, { landline: '01632 960 100' })).toBe('done')
  })

  test('nor of patients', async () => {
    const patient = await addPerson(db, {})
    expect(await change(patient.id, { is_active: false })).toBe('done')
  })

  test('nor taken from several at once', async () => {
    const records = [{ id: colleague.id, version: 1 }]
    const answer = await asAdministrator('POST', '/api/admin/users/bulk/', {
      action: 'deactivate',
      records,
    })
    expect(answer.body).toMatchObject({ code: 'sign_in_again' })
  })

  test('is given and taken by a staff record as well', async () => {
    const made = await asAdministrator('POST', '/api/admin/staff/', { user_id: colleague.id })
    expect(made.body).toMatchObject({ code: 'sign_in_again' })
    const { id } = await addClinician(db)
    await updateRows(db, 'staff', id, { pin_hash: 'of a PIN' })
    const staff = `/api/admin/staff/${id}/`
    for (const change of [{ is_active: false }, { clear_pin: true }]) {
      const { body } = await asAdministrator('PUT', staff, change)
      expect(body, JSON.stringify(change)).toMatchObject({ code: 'sign_in_again' })
    }
    expect((await asAdministrator('DELETE', staff, {})).body).toMatchObject({
      code: 'sign_in_again',
    })
    const change = { pharmacist_reg_number: '2087654' }
    expect((await asAdministrator('PUT', staff, change)).status).toBe(200)
  })

  test('is not taken by a deletion either', async () => {
    const path = `/api/admin/users/${colleague.id}/`
    expect((await asAdministrator('DELETE', path, {})).body).toMatchObject({
      code: 'sign_in_again',
    })
  })

  test('is given to nobody new', async () => {
    const made = (access: object) =>
      asAdministrator('POST', '/api/admin/users/', {
        first_name: 'New',
        last_name: 'Colleague',
        email: `new.${crypto.randomUUID()}@example.test`,
        dob: '1980-01-01',
        ...access,
      })
    expect((await made({ is_staff: true })).body).toMatchObject({ code: 'sign_in_again' })
    expect((await made({})).status).toBe(201)
  })
})

test('where a webhook sends is changed after a fresh sign-in alone', async () => {
  const administrator = await addSignedIn(server, { person: { is_superuser: true } })
  const { id } = await insertRow(db, 'webhook', {
    name: 'Practice',
    address: 'https://practice.example.org/',
    events: ['appointment.booked'],
  })
  await letAnHourPass()
  const change = (body: object) => administrator.ask('PUT', `/api/admin/webhooks/${id}/`, body)
  const elsewhere = { address: 'https://evil.example/' }
  expect((await change(elsewhere)).body).toMatchObject({ code: 'sign_in_again' })
  expect((await change({ name: 'The practice' })).status).toBe(200)
  await db.updateTable('session').set({ authenticated_at: sql<Date>`now()` }).execute()
  expect((await change(elsewhere)).status).toBe(200)
})

test('every call that takes a fresh sign-in is one of these', () => {
  const keys = Object.entries(contract as Record<string, Operation>)
    .filter(([, { freshSignIn }]) => freshSignIn)
    .map(([key]) => key)
  expect(keys.toSorted()).toEqual([
    'DELETE admin/groups/{id}/',
    'GET admin/appointments/export/',
    'GET admin/auditevents/export/',
    'GET admin/cancelled-appointments/export/',
    'GET admin/correctionrequests/export/',
    'GET admin/messages/export/',
    'GET admin/patient-records/{id}/fhir/',
    'GET admin/temporary-reporting/export/',
    'GET admin/users/export/',
    'GET admin/vaccinationhistories/export/',
    'GET private/patient-record/export/',
    'POST admin/calendar-feed/',
    'POST admin/groups/',
    'POST admin/potential-duplicate-users/',
    'POST admin/potential-duplicate-users/{id}/undo/',
    'POST admin/webhooks/{id}/secret/',
    'PUT admin/groups/{id}/',
    'PUT private/pin/',
  ])
})
