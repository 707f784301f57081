import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { Claims, findOrCreateAccount } from '#server/identity/accounts.ts'
import { comparePeople } from '#server/people/find-alike.ts'
import { isFull } from '../../amount.ts'
import { installCarelane } from '../carelane-process.ts'
import { addAppointment, addPerson, guestDetails, openMorning, toSlot } from '../clinic-factory.ts'
import { insertRow, oneRow, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { startTestServer } from '../test-server.ts'
import { mergeRecords, toMerge } from './likely-pair.ts'

/* What opens what once records are merged (docs/decisions/0037). */

const server = await startTestServer()
const staff = await addSignedIn(server, { person: { is_staff: true, is_superuser: true } })
afterAll(() => server.stop())

const DUPLICATES = '/api/admin/potential-duplicate-users/'
const person = (id: number) => oneRow(server.database.db, 'person', id)
const asGuest = (token: string) => ({ 'Guest-User-Access-Token': token })

const merge = (kept: number, merged: number, fields?: Record<string, number>) =>
  mergeRecords(server, kept, merged, fields)

let strangers = 0

/** Somebody who says that they are Rosa Whitfield, with a booking under that name. */
async function addStranger(given: Record<string, string> = {}) {
  const body = { ...guestDetails(), first_name: 'Rosa', last_name: 'Whitfield', ...given }
  const guest = await send(server, 'POST', '/api/public/users/', { body })
  const headers = asGuest(String(guest.body['guest_access_token']))
  const clinic = await openMorning(server.database.db)
  strangers += 1
  const booking = {
    // No two neighbours at one time: they could not be merged.
    body: toSlot(clinic, (8 + (strangers % 4)) * 15),
    headers: { ...headers, 'Idempotency-Key': `key of ${clinic.site.id}` },
  }
  const booked = await send(server, 'POST', '/api/public/appointments/', booking)
  expect(booked.status, booked.text).toBe(201)
  return {
    id: Number(guest.body['id']),
    email: body.email,
    headers,
    booking,
    booked,
    appointmentId: Number(booked.body['id']),
    link: asGuest(String(booked.body['access_token'])),
  }
}

const details = {
  first_name: 'Rosamund',
  last_name: 'Whitfield',
  dob: '1990-02-28',
  mobile: '07700 900123',
}
const addPatient = (given: Record<string, unknown> = {}) =>
  addPerson(server.database.db, {
    ...details,
    email: 'own@example.test',
    nhs_number: '9434765919',
    address1: '8 Quayside',
    ...given,
  })

test('a guest’s token opens nothing of the patient into whom the guest is merged', async () => {
  const stranger = await addStranger()
  const patient = await addPatient()
  const past = await addAppointment(server.database.db, {
    patient_id: patient.id,
    starts_at: new Date('2026-01-05T09:00:00Z'),
    status: 'completed',
  })
  await merge(patient.id, stranger.id)

  const calls: [string, string, unknown?][] = [
    ['GET', '/api/public/check-guest-user/'],
    ['GET', `/api/public/appointments/${past.id}/`],
    ['GET', `/api/public/appointments/${stranger.appointmentId}/`],
    ['DELETE', `/api/public/appointments/${past.id}/`, {}],
    ['PUT', `/api/public/users/${patient.id}/`, { email: 'mine@example.test' }],
    ['PUT', `/api/public/users/${stranger.id}/`, { email: 'mine@example.test' }],
  ]
  for (const [method, path, body] of calls) {
    const answer = await send(server, method, path, { body, headers: stranger.headers })
    expect(answer.outcome, `${method} ${path}`).toBe('401 not_signed_in')
  }
  expect(await person(patient.id)).toMatchObject({ email: 'own@example.test' })
})

test('a link opens its appointment as before, under the name that it was issued to', async () => {
  const stranger = await addStranger()
  const patient = await addPatient()
  const path = `/api/public/appointments/${stranger.appointmentId}/`
  const before = await send(server, 'GET', path, { headers: stranger.link })
  await merge(patient.id, stranger.id)
  const after = await send(server, 'GET', path, { headers: stranger.link })
  expect(after.status).toBe(200)
  await updateRows(server.database.db, 'appointment', stranger.appointmentId, {
    notes: 'Allergic to penicillin',
  })
  expect((await send(server, 'GET', path, { headers: stranger.link })).text).not.toContain(
    'Allergic',
  )
  expect({ ...after.body, modified: '', version: 0 }).toEqual({
    ...before.body,
    modified: '',
    version: 0,
  })
  expect(after.text).not.toContain('Rosamund')
  const cancelled = await send(server, 'DELETE', path, { body: {}, headers: stranger.link })
  expect(cancelled.body).toMatchObject({ status: 'cancelled' })
})

test('a link keeps the name it was issued to, also when the guest is kept under the patient’s', async () => {
  const stranger = await addStranger()
  const patient = await addPatient({ first_name: 'Rosamund Secret' })
  await merge(stranger.id, patient.id, { first_name: patient.id })
  expect(await person(stranger.id)).toMatchObject({ first_name: 'Rosamund Secret' })
  const path = `/api/public/appointments/${stranger.appointmentId}/`
  const { body } = await send(server, 'GET', path, { headers: stranger.link })
  expect(body).toMatchObject({ patient: { id: stranger.id, full_name: 'Rosa Whitfield' } })
})

test('what staff enter about a guest is not shown to the guest’s token', async () => {
  const stranger = await addStranger({ city: 'Fernley' })
  const changes = { nhs_number: '9434765919', address1: '8 Quayside' }
  const path = `/api/admin/users/${stranger.id}/`
  const changed = await staff.ask('PATCH', path, changes)
  expect(changed.status, changed.text).toBe(200)
  const { headers } = stranger
  const read = await send(server, 'GET', '/api/public/check-guest-user/', { headers })
  expect(read.body).toMatchObject({ nhs_number: '', address1: '', city: '', email: stranger.email })
  const clinic = await openMorning(server.database.db)
  const booked = await send(server, 'POST', '/api/public/appointments/', {
    body: toSlot(clinic),
    headers,
  })
  expect(booked.body).toMatchObject({ patient_address: '' })
})

test('neither of two guests’ tokens opens what the other one declared', async () => {
  const [one, another] = [await addStranger(), await addStranger()]
  await merge(one.id, another.id)
  for (const { headers } of [one, another]) {
    const answer = await send(server, 'GET', '/api/public/check-guest-user/', { headers })
    expect(answer.outcome).toBe('401 not_signed_in')
  }
})

test('an address that a guest declared leads nobody to the record of a member of staff', async () => {
  const stranger = await addStranger({ email: 'stranger@example.test' })
  const prepared = await addPatient({ email: '', first_name: 'Rosa', is_staff: true })
  await merge(prepared.id, stranger.id, { email: stranger.id })
  expect(await person(prepared.id)).toMatchObject({ email: 'stranger@example.test' })
  const claims = Claims.parse({
    sub: 'stranger',
    email: 'stranger@example.test',
    email_verified: true,
    given_name: 'Rosa',
    family_name: 'Whitfield',
    birthdate: '1990-02-28',
  })
  const call = { source: '', requestId: '' }
  const { settings, db } = server.services
  const { personId } = await db
    .transaction()
    .execute((tx) => findOrCreateAccount(tx, call, 'https://provider.example', claims, settings))
  expect(personId).not.toBe(prepared.id)
})

test('the preview says whose token stops, and undoing restores exactly what was there', async () => {
  const stranger = await addStranger()
  const patient = await addPatient()
  const body = toMerge(await person(patient.id), await person(stranger.id))
  const { ask } = staff
  const preview = await ask('POST', `${DUPLICATES}preview/`, body)
  expect(preview.body['notes']).toEqual([
    `Rosa Whitfield (number ${stranger.id}) booked without an account and will have to enter their details again. Links to single appointments keep working.`,
  ])
  const read = () =>
    send(server, 'GET', '/api/public/check-guest-user/', { headers: stranger.headers })
  const before = await read()
  expect(before.status).toBe(200)
  const { undo } = await merge(patient.id, stranger.id)
  expect((await read()).status).toBe(401)
  await undo()
  expect((await read()).body).toEqual(before.body)
})

test('the token of a guest who was kept stays closed once something was recorded meanwhile', async () => {
  const stranger = await addStranger()
  const patient = await addPatient()
  const { undo } = await merge(stranger.id, patient.id)
  const clinic = await openMorning(server.database.db)
  const booked = await staff.ask('POST', '/api/admin/appointments/', {
    ...toSlot(clinic),
    patient_id: stranger.id,
  })
  expect(booked.status, booked.text).toBe(201)
  await undo()
  const path = `/api/public/appointments/${booked.body['id']}/`
  expect((await send(server, 'GET', path, { headers: stranger.headers })).status).toBe(401)
  const own = `/api/public/appointments/${stranger.appointmentId}/`
  expect((await send(server, 'GET', own, { headers: stranger.link })).status).toBe(200)
})

test('what a guest declared is marked until staff enter it', async () => {
  const stranger = await addStranger({ last_name: 'Marked', postcode: 'ZZ1 1AA' })
  await addPatient({ first_name: 'Rosa', last_name: 'Marked' })
  await comparePeople(server.database.db, [stranger.id])
  const marks = async () => {
    const { ask } = staff
    const { body } = await ask('GET', `${DUPLICATES}?page_size=500`)
    const people = (
      body['results'] as { people: { id: number; unverified: string[] }[] }[]
    ).flatMap((group) => group.people)
    return people.find(({ id }) => id === stranger.id)?.unverified
  }
  const declared = ['first_name', 'last_name', 'dob', 'email', 'mobile', 'address']
  expect(await marks()).toEqual(declared)
  const change = async (headers: Record<string, string>, path: string, body: unknown) => {
    const method = path.includes('admin') ? 'PATCH' : 'PUT'
    expect((await send(server, method, path, { body, headers })).status).toBe(200)
  }
  await change(staff.headers, `/api/admin/users/${stranger.id}/`, { mobile: '07700 900555' })
  expect(await marks()).toEqual(declared.filter((field) => field !== 'mobile'))
  const own = `/api/public/users/${stranger.id}/`
  await change(stranger.headers, own, { mobile: '07700 900556', city: 'Fernley' })
  expect(await marks()).toEqual(declared)
})

test('a record that was merged becomes nobody’s staff record', async () => {
  const [kept, merged] = [await addPatient(), await addPatient()]
  await merge(kept.id, merged.id)
  const body = { user_id: merged.id }
  const { ask } = staff
  const answer = await ask('POST', '/api/admin/staff/', body)
  expect(answer.status, answer.text).toBe(400)
  const into = expect.stringContaining(`was merged into person number ${kept.id}.`)
  expect(answer.body).toEqual({ user_id: [into] })
})

test('two merges that are undone oldest first restore the address that was there', async () => {
  const kept = await addPatient({ email: 'a@example.test' })
  const [second, third] = [
    await addPatient({ email: 'b@example.test' }),
    await addPatient({ email: 'c@example.test' }),
  ]
  const { db } = server.database
  const allergy = await insertRow(db, 'allergy', { name: `Allergy of ${kept.id}` })
  await db
    .insertInto('person_allergy')
    .values([second, third].map(({ id }) => ({ person_id: id, allergy_id: allergy.id })))
    .execute()
  const allergic = async () =>
    (
      await db
        .selectFrom('person_allergy')
        .select('person_id')
        .where('allergy_id', '=', allergy.id)
        .orderBy('person_id')
        .execute()
    ).map(({ person_id }) => person_id)

  const older = await merge(kept.id, second.id, { email: second.id })
  const newer = await merge(kept.id, third.id, { email: third.id })
  await older.undo()
  expect((await person(kept.id)).email).toBe('c@example.test')
  // Both had the allergy: without the first merge it comes from the second.
  expect(await allergic()).toEqual([kept.id, second.id])
  await newer.undo()
  expect((await person(kept.id)).email).toBe('a@example.test')
  expect((await person(second.id)).email).toBe('b@example.test')
  expect((await person(third.id)).email).toBe('c@example.test')
  expect(await allergic()).toEqual([second.id, third.id])
})

test('a request that is repeated after a merge gets its answer', async () => {
  const stranger = await addStranger()
  const signedIn = await addSignedIn(server)
  const clinic = await openMorning(server.database.db)
  const booking = {
    body: toSlot(clinic),
    headers: { ...signedIn.headers, 'Idempotency-Key': 'before the merge' },
  }
  const booked = await send(server, 'POST', '/api/private/appointments/', booking)
  const patient = await addPatient()
  await merge(patient.id, stranger.id)
  await merge(patient.id, signedIn.id)
  const again = await send(server, 'POST', '/api/public/appointments/', stranger.booking)
  expect(again.status, again.text).toBe(201)
  expect(again.body).toMatchObject({
    id: stranger.appointmentId,
    access_token: stranger.booked.body['access_token'],
    patient: { id: stranger.id, full_name: 'Rosa Whitfield' },
  })
  const own = await send(server, 'POST', '/api/private/appointments/', booking)
  expect(own.outcome).toBe('201')
  expect(own.body).toMatchObject({ id: booked.body['id'], patient_id: patient.id })
})

test.runIf(isFull)(
  'who books while they are merged has the appointment on the record that is kept, or none',
  async () => {
    // Another process on the same database.
    const installation = await installCarelane()
    onTestFinished(() => installation.remove())
    const other = await installation.startReady({ DATABASE_URL: server.database.url })
    const MERGES = 8
    const answers: Answer[] = []
    await Promise.all(
      Array.from({ length: MERGES }, async () => {
        const clinic = await openMorning(server.database.db, 6)
        const stranger = await addStranger()
        const signedIn = await addSignedIn(server)
        const kept = await addPatient()
        const book = (index: number, path: string, headers: Record<string, string>, more = {}) =>
          send(index % 2 ? server : other, 'POST', `/api/${path}/appointments/`, {
            body: { ...toSlot(clinic, index * 15), ...more },
            headers,
          })
        const [, ...booked] = await Promise.all([
          merge(kept.id, stranger.id).then(() => merge(kept.id, signedIn.id)),
          ...[0, 1].map((index) => book(index, 'public', stranger.headers)),
          ...[2, 3, 4].map((index) => book(index, 'private', signedIn.headers)),
          ...[5, 6].map((index) =>
            book(index, 'admin', staff.headers, { patient_id: stranger.id }),
          ),
          book(7, 'admin', staff.headers, { patient_id: signedIn.id }),
        ])
        answers.push(...booked)
      }),
    )
    const { rows } = await sql<{ count: number }>`
    select count(*) from appointment join person on person.id = patient_id
    where merged_into is not null`.execute(server.database.db)
    expect(rows).toEqual([{ count: 0 }])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  },
)

test('contact details that nobody verified reach a verified record only once staff have checked them', async () => {
  const patient = await addPerson(server.database.db, {
    ...details,
    email: 'rosamund@example.test',
  })
  const stranger = await addStranger({ email: 'somebody.else@example.test' })
  const merging = async (more: Record<string, unknown>) =>
    staff.ask('POST', DUPLICATES, {
      ...toMerge(await person(patient.id), await person(stranger.id)),
      ...more,
    })
  const theirs = { fields: { email: stranger.id } }
  const refused = await merging(theirs)
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['contacts_checked']])
  expect(refused.text).toContain('somebody.else@example.test')
  const preview = await staff.ask('POST', `${DUPLICATES}preview/`, {
    ...toMerge(await person(patient.id), await person(stranger.id)),
    ...theirs,
  })
  expect(preview.body['unverified_contacts']).toEqual([
    { field: 'email', value: 'somebody.else@example.test' },
  ])
  expect((await merging({ ...theirs, contacts_checked: true })).status).toBe(200)
})

test('an address that fills an empty one, and that of a guest who is kept, are asked about', async () => {
  const { db } = server.database
  const merging = async (keptId: number, mergedId: number, fields = {}) =>
    staff.ask('POST', DUPLICATES, {
      ...toMerge(await person(keptId), await person(mergedId)),
      fields,
    })
  const empty = await addPerson(db, { ...details, email: '' })
  const stranger = await addStranger()
  expect((await merging(empty.id, stranger.id)).status).toBe(400)
  const verified = await addPerson(db, { ...details, email: 'rosamund@example.test' })
  expect((await merging(stranger.id, verified.id)).status).toBe(400)
  const all = { email: verified.id, mobile: verified.id, address: verified.id }
  expect((await merging(stranger.id, verified.id, all)).status).toBe(200)
})
