import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addAppointment, addPerson, openMorning, toSlot } from '../clinic-factory.ts'
import { addLikelyPair, toMerge } from '../merging/likely-pair.ts'
import { newestAuditLine, oneRow, updateRows } from '../rows.ts'
import { type Answer, listedRows } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addGroup, permissionId, putInGroup } from './permission-group.ts'

/*
 * What is special about people among the resources of the administration area; the rest is
 * `admin-resources.test.ts`.
 */

const server = await runTestServer()
const { db } = server.database
const root = await addSignedIn(server, { person: { is_superuser: true } })

type Body = Record<string, unknown>
const ask = (by: SignedInPerson, method: string, path: string, body?: Body) =>
  by.ask(method, `/api/admin/users/${path}`, body)
const staffWith = (...permissions: Permission[]) => addStaffUser(server, permissions)
const rosa = { first_name: 'Rosa', last_name: 'Marsh', dob: '1971-06-07' }
const make = async (given: Body = {}) => {
  const answer = await ask(root, 'POST', '', { ...rosa, ...given })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Body & { id: number; version: number }
}
/** What a form sends of a record: all that is written of it. */
const written = (of: Body): Body => {
  const names = [
    ...['title', 'first_name', 'last_name', 'dob', 'gender', 'email', 'mobile', 'landline'],
    ...['address1', 'address2', 'city', 'county', 'nation', 'postcode', 'nhs_number'],
    ...['gp_surgery_id', 'allergy_ids', 'is_deceased', 'username', 'is_active', 'is_portal_user'],
    ...['is_staff', 'group_ids', 'user_permission_ids', 'is_superuser', 'version'],
  ]
  return Object.fromEntries(names.map((name) => [name, of[name]]))
}
const lastLine = async (action: string) =>
  await newestAuditLine(db, ['actor_id', 'patient_id', 'patient_ids', 'change'], {
    action: action as 'person.read',
  })
const toOutcome = ({ outcome }: Answer) => outcome

describe('what they may do', () => {
  test('is given by whoever may, holds it, and to nobody else', async () => {
    const viewSite = await permissionId(db, 'clinic.view_site')
    const access = { is_staff: true, user_permission_ids: [viewSite] }
    const record = ['clinic.create_user', 'clinic.change_user', 'clinic.view_user'] as const
    const reception = await staffWith(...record)
    const lacking = await staffWith(...record, 'clinic.user_admin')
    const holding = await staffWith(...record, 'clinic.user_admin', 'clinic.view_site')
    const somebody = await make()
    for (const by of [reception, lacking]) {
      expect(toOutcome(await ask(by, 'POST', '', { ...rosa, ...access }))).toBe('403 not_allowed')
      const changed = { ...written(somebody), ...access }
      expect(toOutcome(await ask(by, 'PUT', `${somebody.id}/`, changed))).toBe('403 not_allowed')
    }
    expect((await ask(holding, 'POST', '', { ...rosa, ...access })).body).toMatchObject(access)
    const superuser = { ...rosa, is_superuser: true }
    expect(toOutcome(await ask(holding, 'POST', '', superuser))).toBe('403 not_allowed')
    // Sent as it was, it is no change of it.
    const colleague = await make(access)
    const moved = { ...written(colleague), city: 'Saltmere' }
    const answer = await ask(reception, 'PUT', `${colleague.id}/`, moved)
    expect(answer.body).toMatchObject({ ...access, city: 'Saltmere' })
  })

  test('keeps who may do less from deleting them, and everybody from deleting themselves', async () => {
    const deleting = await staffWith('clinic.delete_user', 'clinic.view_user')
    const colleague = await make({ is_staff: true })
    const remove = (by: SignedInPerson, id: number) =>
      ask(by, 'DELETE', `${id}/`, { version: 1 }).then(toOutcome)
    expect(await remove(deleting, colleague.id)).toBe('403 not_allowed')
    expect(await remove(deleting, root.id)).toBe('403 not_allowed')
    expect(await remove(root, root.id)).toBe('403 not_allowed')
    expect(await remove(deleting, (await make()).id)).toBe('204')
  })

  test('is not closed over a clinician’s appointments: it is said where that is decided', async () => {
    const clinic = await openMorning(db)
    const [staff] = clinic.staff
    await addAppointment(db, {
      starts_at: clinic.start,
      staff_id: staff?.id ?? 0,
      appointment_type_id: clinic.type.id,
    })
    const path = `${staff?.person_id}/`
    const { body } = await ask(root, 'GET', path)
    expect(body['staff_id']).toBe(staff?.id)
    const answer = await ask(root, 'PUT', path, { ...written(body), is_active: false })
    expect(answer.body).toEqual({ is_active: [expect.stringContaining('staff record')] })
  })
})

describe('somebody who has died', () => {
  const soon = () => new Date(Date.now() + 5 * 86_400_000)
  const dying = async () => {
    const patient = await make()
    const { id } = await addAppointment(db, {
      patient_id: patient.id,
      starts_at: soon(),
    })
    const body = { ...written(patient), is_deceased: true }
    return { patient, body, appointment_id: id, path: `${patient.id}/` }
  }
  const readStatus = async (id: number) => {
    const { status, cancellation_notes } = await oneRow(db, 'appointment', id)
    return { status, cancellation_notes }
  }

  test('still has appointments: each is told, and cancelled together with it', async () => {
    const { patient, body, appointment_id, path } = await dying()
    const { version, ...write } = body as Body
    const preview = await ask(root, 'POST', `${path}preview/`, { version, write })
    expect(preview.body['orphaned']).toMatchObject([
      {
        id: appointment_id,
        reasons: expect.arrayContaining(['patient_deceased']),
        alternatives: [],
      },
    ])
    expect(toOutcome(await ask(root, 'PUT', path, body))).toBe('409 stale')
    const resolutions = [
      { action: 'cancel', appointment_id, version: 1, cancellation_notes: 'The patient has died.' },
    ]
    const mayNot = await staffWith(
      ...(['clinic.change_user', 'clinic.view_appointment'] as const),
      'clinic.view_other_appointments',
    )
    expect(toOutcome(await ask(mayNot, 'PUT', path, { ...body, resolutions }))).toBe(
      '403 not_allowed',
    )
    expect((await readStatus(appointment_id)).status).toBe('booked')
    const answer = await ask(root, 'PUT', path, { ...body, resolutions })
    expect(answer.body, answer.text).toMatchObject({ id: patient.id, is_deceased: true })
    expect(await readStatus(appointment_id)).toEqual({
      status: 'cancelled',
      cancellation_notes: 'The patient has died.',
    })
  })

  test('keeps what is knowingly left; of whose they are only who may see is told', async () => {
    const { body, appointment_id, path } = await dying()
    const { version, ...write } = body as Body
    const by = await staffWith('clinic.change_user', 'clinic.view_user')
    const preview = await ask(by, 'POST', `${path}preview/`, { version, write })
    expect(preview.body).toEqual({ orphaned: [], unseen: [{ id: appointment_id, version: 1 }] })
    const resolutions = [{ action: 'keep', appointment_id, version: 1 }]
    expect((await ask(by, 'PUT', path, { ...body, resolutions })).status).toBe(200)
    expect((await readStatus(appointment_id)).status).toBe('booked')
  })

  test('is found as such, and not booked for', async () => {
    const { id } = await make({ is_deceased: true, last_name: 'Tarn' })
    const found = await ask(root, 'GET', '?search=tarn&is_deceased=true')
    expect(found.body['results']).toMatchObject([{ id, is_deceased: true }])
    expect((await ask(root, 'GET', '?search=tarn&is_deceased=false')).body['count']).toBe(0)
    const clinic = await openMorning(db)
    const booked = await root.ask('POST', '/api/admin/appointments/', {
      ...toSlot(clinic),
      patient_id: id,
    })
    expect(booked.body).toEqual({
      patient_id: [expect.stringContaining('cannot book for this person')],
    })
  })
})

describe('somebody who was there twice', () => {
  test('leads on from their old number to the record that is kept, and says so to who writes', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const old = await ask(root, 'GET', `${merged.id}/`)
    const answer = await root.ask(
      'POST',
      '/api/admin/potential-duplicate-users/',
      toMerge(kept, merged),
    )
    expect(answer.status, answer.text).toBe(200)
    const read = await ask(root, 'GET', `${merged.id}/`)
    expect(read.body).toMatchObject({ id: kept.id, url: expect.stringMatching(`/${kept.id}/$`) })
    const changed = await ask(root, 'PUT', `${merged.id}/`, written(old.body))
    expect(changed.outcome).toBe('404 not_found')
    expect(changed.body['detail']).toContain(
      `into person number ${kept.id}. Open that record instead.`,
    )
    const may = await staffWith('clinic.view_user')
    expect((await ask(may, 'GET', `${merged.id}/`)).body['id']).toBe(kept.id)
    expect(toOutcome(await ask(root, 'GET', '999999/'))).toBe('404 not_found')
  })

  test('has the permissions of the record that is kept, and is told of by every other call', async () => {
    const { kept, merged } = await addLikelyPair(db, { is_staff: true })
    const body = toMerge(kept, merged)
    await root.ask('POST', '/api/admin/potential-duplicate-users/', body)
    await putInGroup(db, kept.id, await addGroup(db, { held: ['clinic.view_site'] }))
    const held = await ask(root, 'GET', `${merged.id}/permissions/`)
    expect(held.body).toMatchObject({
      id: kept.id,
      works_here: true,
      is_active: true,
      results: [{ name: 'clinic.view_site' }],
    })
    expect((await lastLine('person.read')).patient_id).toBe(kept.id)

    const text = `into person number ${kept.id}. Open that record instead.`
    for (const answer of [
      await ask(root, 'PATCH', `${merged.id}/`, { city: 'Leeds' }),
      await ask(root, 'DELETE', `${merged.id}/`, { version: 1 }),
      await ask(root, 'GET', `${merged.id}/uses/`),
      await ask(root, 'POST', `${merged.id}/preview/`, { version: 1, write: null }),
    ]) {
      expect(answer.outcome).toBe('404 not_found')
      expect(answer.body['detail']).toContain(text)
    }
    const clinic = await openMorning(db)
    const booked = await root.ask('POST', '/api/admin/appointments/', {
      ...toSlot(clinic),
      patient_id: merged.id,
    })
    expect(booked.body).toEqual({ patient_id: [expect.stringContaining(text)] })
  })
})

describe('the trail', () => {
  test('says whose records a list showed, a file by what it was narrowed, and who read one', async () => {
    const { id } = await make({ last_name: 'Ottershaw' })
    await ask(root, 'GET', '?search=ottershaw&dob=1971-06-07')
    expect(await lastLine('person.listed')).toEqual({
      actor_id: root.id,
      patient_id: null,
      patient_ids: [id],
      change: { list: 'users', page: 1, filters: ['dob'] },
    })
    await ask(root, 'GET', 'export/?search=ottershaw')
    expect((await lastLine('person.exported')).change).toEqual({
      lines: 1,
      filters: [],
      searched: true,
    })
    await ask(root, 'GET', `${id}/`)
    expect(await lastLine('person.read')).toMatchObject({ actor_id: root.id, patient_id: id })
  })
})

test('somebody who signs in makes no edit stale; what they change themselves is told', async () => {
  const person = await addPerson(db, { ...rosa, last_name: 'Quill' })
  const { body } = await ask(root, 'GET', `${person.id}/`)
  await addSignedIn(server, { personId: person.id })
  await updateRows(db, 'person', person.id, { last_login: new Date() })
  const first = await ask(root, 'PUT', `${person.id}/`, { ...written(body), city: 'Saltmere' })
  expect(first.status, first.text).toBe(200)
  const themselves = await addSignedIn(server, { personId: person.id })
  await themselves.ask('PATCH', `/api/private/users/${person.id}/`, { mobile: '07700 900 321' })
  const stale = await ask(root, 'PUT', `${person.id}/`, written(first.body))
  expect(stale.outcome).toBe('409 stale')
  expect(stale.body['detail']).toContain('Rosa Quill changed mobile phone number')
})

test('is found without accents, by the start of a word, phone, numbers, email and birth date', async () => {
  const { id } = await make({
    first_name: 'Zoë',
    last_name: 'Nwosu-Ågren O’Dowd',
    username: 'zoe.n',
    dob: '1966-11-05',
    mobile: '+44 7700 900 456',
    landline: '020 7946 0018',
    postcode: 'sw1a1aa',
    nhs_number: '9434765919',
    email: 'zoe.nwosu@example.test',
  })
  for (const text of [
    ...['zoe', 'ZOË nwosu', 'agren', 'zo nw', '07700900456', '07700 900 456', '2079460018'],
    ...['sw1a 1aa', 'SW1A1AA', '05/11/1966', '1966-11-05', 'nwosu 1966', 'zoe.n', 'zoe.nwosu@'],
    ...['agren zoe', 'nwosu agren', '943 476 5919', '9434765919', 'odowd', 'zo o’', "o'dowd"],
  ]) {
    const { body } = await ask(root, 'GET', `?search=${encodeURIComponent(text)}`)
    expect(body['results'], text).toMatchObject([{ id, postcode: 'SW1A 1AA' }])
  }
  expect((await ask(root, 'GET', '?search=agren&dob=1966-11-06')).body['count']).toBe(0)
  for (const text of ['ën', '%', 'gr', '_']) {
    const { body } = await ask(root, 'GET', `?search=${encodeURIComponent(text)}`)
    expect(
      listedRows<Body>(body).map((one) => one['id']),
      text,
    ).not.toContain(id)
  }
})
