import { afterAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { newToken, tokenHash } from '#server/identity/token.ts'
import {
  addAppointment,
  addCategory,
  addGuest,
  addPerson,
  addToCategories,
  addType,
} from '../clinic-factory.ts'
import { createSeededDatabase, NOW, TODAY } from '../database/seeded-database.ts'
import { formWith, sampleImage } from '../files/sample-image.ts'
import { insertRow, oneRow } from '../rows.ts'
import { type Answer, listedRows, send } from '../send.ts'
import { addClinicianUser, addSignedIn, addStaffUser } from '../signed-in.ts'
import { startTestServer } from '../test-server.ts'

/*
 * Nobody is sent an address that they cannot open: every address in the answers of the calls that
 * read, and in the answers that those addresses lead to, opens for the same caller.
 */

const KEY = 'a-key-for-hidden-things'

type Caller = {
  headers: Record<string, string>
  audiences: readonly string[]
  key?: string
  /** What no list leads to. */
  paths?: readonly string[]
}

/** Whom, and what, the demonstration's data have not got. */
const database = await createSeededDatabase()
const server = await startTestServer({
  database,
  environment: { SERVICES_KEY: KEY },
  services: { now: () => NOW },
})
const made = await addHiddenThings()
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const reading = (Object.entries(contract) as [string, Operation][]).filter(
  ([key, { file, status }]) => key.startsWith('GET') && !file && status === 200,
)

/** What some calls cannot do without. */
const queries: Record<string, string> = {
  'public/weekly-availability/': `appointment_type_slug=blood-pressure-check`,
  'admin/clinic/schedule/': `from=${TODAY}&to=${TODAY}`,
  'admin/temporary-reporting/': `from=${TODAY}&to=${TODAY}`,
}

test('a guest can open every address that they are sent, by their token or an appointment’s link', async () => {
  const { guestToken, linkToken, hiddenId, shownId } = made
  const expectGuestToOpen = (token: string, ids: number[]) =>
    expectAllToOpen({
      headers: { 'Guest-User-Access-Token': token },
      audiences: ['public', 'guest'],
      paths: ids.map((id) => `/api/public/appointments/${id}/`),
    })
  await expectGuestToOpen(guestToken, [hiddenId, shownId])
  await expectGuestToOpen(linkToken, [hiddenId])
})

test('a visitor with the key of hidden things can open every address that they are sent', async () => {
  const seen = await expectAllToOpen({ headers: {}, audiences: ['public'], key: KEY })
  expect(seen.some((url) => url.includes(`public/appointmenttypes/${made.typeId}/`))).toBe(true)
})

test.each(['patient', 'clinician', 'reception', 'admin'])(
  'the demonstration’s %s can open every address that they are sent',
  async (name) => {
    const { id } = await oneRow(database.db, 'person', { email: `${name}@example.test` })
    const { headers } = await addSignedIn(server, { personId: id })
    await expectAllToOpen({ headers, audiences: ['public', 'private', 'admin'] })
  },
)

test('patients are sent nothing of the clinic’s own paths', async () => {
  const { headers } = await addSignedIn(server, {
    personId: made.patientId,
    permissions: ['clinic.view_allergy'],
  })
  const { body, text } = await send(server, 'GET', '/api/private/user-auth/user_details/', {
    headers,
  })
  expect(text).not.toContain('/admin/')
  expect(body).toMatchObject({
    groups: [],
    selected_groups: [{ id: expect.any(Number), url: null, name: 'Patients' }],
    user_permissions: [],
  })
  const list = await send(server, 'GET', '/api/private/appointments/?page_size=500', { headers })
  expect(list.text).not.toContain('/admin/')
  const types = listedRows<{ appointment_type_id: number }>(list.body).map((one) => [
    one.appointment_type_id === made.typeId,
    Reflect.get(one, 'appointment_type_url') === null,
  ])
  expect(types).toContainEqual([true, true])
  expect(types).toContainEqual([false, false])
  expect(types.filter(([isHidden, isLeftOut]) => isHidden !== isLeftOut)).toEqual([])
})

test('a caller who may read what a record refers to is sent its address', async () => {
  const { headers } = await addSignedIn(server, { person: { is_staff: true, is_superuser: true } })
  const all = async (path: string) => {
    const { body } = await send(server, 'GET', `/api/admin/${path}/?page_size=500`, { headers })
    return listedRows<Record<string, unknown[] | null>>(body)
  }
  const types = await all('appointmenttypes')
  expect(types.flatMap(({ category_ids }) => category_ids)).not.toEqual([])
  for (const type of types) {
    expect(type['categories']).toHaveLength(type['category_ids']?.length ?? 0)
    expect(type['competencies']).toHaveLength(type['competency_ids']?.length ?? 0)
    expect(type['outcomes']).toHaveLength(type['outcome_ids']?.length ?? 0)
  }
  const appointments = await all('appointments')
  expect(appointments.filter((one) => one['appointment_type_url'] === null)).toEqual([])
  expect(appointments.filter((one) => !one['availability'] !== !one['availability_id'])).toEqual([])
})

test('the key opens the same when it is sent back in an address; a wrong one is in none', async () => {
  const wrong = await send(server, 'GET', '/api/public/appointmenttypes/?key=wrong')
  expect(wrong.text).not.toContain('key=')
  const path = `/api/public/appointmenttypes/${made.typeId}/`
  expect((await send(server, 'GET', path)).status).toBe(404)
  expect((await send(server, 'GET', `${path}?key=${KEY}`)).body['url']).toContain(`?key=${KEY}`)
})

test('one’s own record opens to oneself alone', async () => {
  const { db } = database
  const [one, other] = [await addGuest(db), await addGuest(db)]
  const asOne = { headers: { 'Guest-User-Access-Token': one.token } }
  const guest = (id: number) => send(server, 'GET', `/api/public/users/${id}/`, asOne)
  expect((await guest(one.id)).body).toMatchObject({ id: one.id, first_name: 'Ada' })
  expect((await guest(other.id)).outcome).toBe('404 not_found')
  const { headers } = await addSignedIn(server, { personId: made.patientId })
  const user = (id: number) => send(server, 'GET', `/api/private/users/${id}/`, { headers })
  expect((await user(made.patientId)).body).toMatchObject({ id: made.patientId })
  expect((await user(other.id)).outcome).toBe('404 not_found')
})

test('a clinician is not sent the address of an availability that became another’s', async () => {
  const { db } = database
  const clinician = await addClinicianUser(server, [
    'clinic.view_appointment',
    'clinic.view_availability',
  ])
  const others = await db.selectFrom('availability').select('id').limit(1).executeTakeFirstOrThrow()
  const { id } = await addAppointment(db, {
    staff_id: clinician.staffId ?? 0,
    availability_id: others.id,
    starts_at: new Date(NOW + 3 * 86_400_000),
  })
  const { body } = await send(server, 'GET', `/api/admin/appointments/${id}/`, clinician)
  expect(body).toMatchObject({ availability_id: others.id, availability: null })
})

test('a possible duplicate has an address for those alone who may read users', async () => {
  const somebody = { first_name: 'Ada', last_name: 'Lovelacedouble', dob: '1990-02-28' }
  const { id } = await addPerson(database.db, somebody)
  const urlFor = async (...permissions: Permission[]) => {
    const { headers } = await addStaffUser(server, permissions)
    const path = '/api/admin/check-duplicate-user/'
    const { body } = await send(server, 'POST', path, { body: somebody, headers })
    return (body['duplicates'] as { url: string | null }[]).map(({ url }) => url)
  }
  expect(await urlFor('clinic.create_user')).toEqual([null])
  const address = `http://localhost:4321/api/admin/users/${id}/`
  expect(await urlFor('clinic.create_user', 'clinic.view_user')).toEqual([address])
})

const permissionsToRead = [
  ...new Set(
    reading.flatMap(([key, { permission, orPermission }]) =>
      key.includes('{') ? [] : [permission, orPermission].filter((needed) => needed !== undefined),
    ),
  ),
]

test.each(permissionsToRead)(
  'whoever works here with %s alone can open every address that they are sent',
  async (permission: Permission) => {
    const { headers } = await addStaffUser(server, [permission, 'clinic.view_other_appointments'])
    // Of what everybody has, only this depends on permissions; the patient above opens the rest.
    const paths = ['/api/private/user-auth/user_details/']
    await expectAllToOpen({ headers, audiences: ['admin'], paths })
  },
)

/** @returns the addresses that were sent. */
async function expectAllToOpen(caller: Caller): Promise<readonly string[]> {
  const sent = new Set<string>()
  const broken: string[] = []
  const waiting: { url: string; from: string }[] = []
  const collect = (value: unknown, from: string): void => {
    if (typeof value === 'string' && value.startsWith('http') && !sent.has(value)) {
      sent.add(value)
      waiting.push({ url: value, from })
    }
    if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) collect(each, from)
    }
  }
  const read = async (path: string) => {
    const { status, body } = await ask(path, caller)
    if (status === 200) collect(body, path)
    return status
  }
  let answered = 0
  for (const [key, { audience }] of reading) {
    const path = key.replace('GET ', '')
    if (path.includes('{') || !caller.audiences.includes(audience)) continue
    const query = [queries[path], caller.key && path in KEYED && `key=${caller.key}`]
    const status = await read(`/api/${path}?${query.filter(Boolean).join('&')}`)
    expect([200, 400, 401, 403], path).toContain(status)
    if (status === 200) answered += 1
  }
  expect(answered).toBeGreaterThan(0)
  for (const path of caller.paths ?? []) expect(await read(path), path).toBe(200)
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { pathname, search } = new URL(next.url)
    const status = await read(pathname + search)
    if (status !== 200) broken.push(`${next.from} → ${pathname}: ${status}`)
  }
  expect(broken.slice(0, 20)).toEqual([])
  return [...sent]
}

const KEYED = { 'public/appointmenttypes/': true, 'public/appointmentcategories/': true }

const ask = (path: string, { headers }: Caller): Promise<Answer> =>
  send(server, 'GET', path, { headers })

/** A hidden type in a hidden category, an image, and appointments of that type for who may not see it. */
async function addHiddenThings() {
  const { db } = database
  const type = await addType(db, { hidden: true })
  await addToCategories(db, type.id, [(await addCategory(db, { hidden: true })).id])
  const shown = await addType(db)
  await addToCategories(db, shown.id, [(await addCategory(db, { hidden: true })).id])
  const { headers } = await addSignedIn(server, { person: { is_staff: true, is_superuser: true } })
  await send(server, 'POST', `/api/admin/appointmenttypes/${type.id}/upload_image/`, {
    raw: formWith(await sampleImage()),
    headers,
  })
  const guest = await addGuest(db)
  const { id: patientId } = await oneRow(db, 'person', { email: 'patient@example.test' })
  const book = (patient_id: number, appointment_type_id: number, day: number) =>
    addAppointment(db, {
      patient_id,
      appointment_type_id,
      starts_at: new Date(NOW + day * 86_400_000),
    })
  await book(patientId, type.id, 1)
  const [hidden, shownOne] = [await book(guest.id, type.id, 1), await book(guest.id, shown.id, 2)]
  const linkToken = newToken()
  await insertRow(db, 'appointment_access', {
    appointment_id: hidden.id,
    issued_to: guest.id,
    issued_name: 'Ada Guest',
    issued_last_name: 'Guest',
    token_hash: tokenHash(linkToken),
    expires_at: new Date(Date.now() + 86_400_000),
  })
  return {
    typeId: type.id,
    patientId,
    guestToken: guest.token,
    linkToken,
    hiddenId: hidden.id,
    shownId: shownOne.id,
  }
}
