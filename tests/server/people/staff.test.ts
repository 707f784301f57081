import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import {
  type Desk,
  NOW,
  OWN,
  openDesk,
  toKeep,
  toReschedule,
} from '../availability/availability-desk.ts'
import { addClinician, addPerson } from '../clinic-factory.ts'
import { auditLines } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* Nobody leaves with their appointments, nobody comes in by a staff record who may do more. */

let desk: Desk
let manager: SignedInPerson
let path: string
let body: { user_id: number; is_active: boolean; version: number }

const RIGHTS: readonly Permission[] = [
  'clinic.add_staff',
  'clinic.change_staff',
  'clinic.view_staff',
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'clinic.change_appointment',
  'clinic.change_user',
  'clinic.view_user',
  'clinic.user_admin',
  'clinic.select_user',
]

const server = await runTestServer({ services: { now: () => NOW } })
beforeEach(async () => {
  desk = await openDesk(server, [...OWN, 'clinic.change_staff'])
  manager = await addStaffUser(server, RIGHTS)
  path = `staff/${desk.staffId}/`
  body = { user_id: desk.clinician.id, is_active: false, version: 1 }
})

const ask = (method: string, to: string, sent?: object) =>
  desk.ask(method, to, sent, manager.headers)

test('whoever leaves orphans nobody: one moves to a colleague with it, one is left knowingly', async () => {
  await desk.make(desk.daily('2027-06-03', '2027-06-09'))
  const [early, late] = [
    await desk.book('2027-06-04T09:00:00Z'),
    await desk.book('2027-06-08T09:00:00Z'),
  ]
  const colleague = await addClinician(desk.db)
  await desk.openNextDoor(colleague.id, '2027-06-08')
  const { version, ...write } = body
  const told = (await ask('POST', `${path}preview/`, { version, write })).body as {
    orphaned: { id: number; alternatives: { start: string; staff_id: number; room_id: number }[] }[]
  }
  expect(told.orphaned).toMatchObject([
    { id: early, reasons: ['staff_inactive'] },
    { id: late, reasons: ['staff_inactive'] },
  ])
  const places = told.orphaned.flatMap(({ alternatives }) => alternatives)
  expect(new Set(places.map(({ staff_id }) => staff_id))).toEqual(new Set([colleague.id]))
  expect((await ask('PUT', path, body)).outcome).toBe('409 stale')

  const closing = await ask('PATCH', `users/${desk.clinician.id}/`, { is_active: false })
  expect(closing.outcome).toBe('409 conflict')
  expect(closing.body['detail']).toMatch(/^This affects 2 appointments\. .*staff/)

  const resolutions = [
    toKeep(early),
    toReschedule(late, {
      start: '2027-06-08T09:00:00.000Z',
      staff_id: colleague.id,
      room_id: desk.otherRoom.id,
    }),
  ]
  const saved = await ask('PUT', path, { ...body, resolutions })
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body).toMatchObject({ is_active: false, version: 2 })
  expect(await desk.appointment(early)).toMatchObject({ staff_id: desk.staffId })
  expect(await desk.appointment(late)).toMatchObject({ staff_id: colleague.id })
  const kept = await ask('GET', `clinic/orphaned-appointments/?kept=yes&staff_id=${desk.staffId}`)
  expect(kept.body).toMatchObject({ count: 1, results: [{ id: early }] })
  // They are no clinician any more, and what was decided once is not asked again.
  expect((await desk.ask('GET', 'clinic/orphaned-appointments/')).outcome).toBe('403 not_allowed')
  const closed = await ask('PATCH', `users/${desk.clinician.id}/`, { is_active: false })
  expect(closed.status, closed.text).toBe(200)
})

test('a PIN is set by its owner, and others can only clear it', async () => {
  const isPin = async (pin: string) =>
    (
      await desk.ask('GET', `validate_clinician_pin_code/?staff_id=${desk.staffId}`, undefined, {
        ...manager.headers,
        'Clinician-Pin-Code': pin,
      })
    ).body
  const setOwn = (pin: object, { headers } = desk.clinician) =>
    send(server, 'PUT', '/api/private/pin/', { headers, body: pin })
  const byOther = await ask('PUT', path, { ...body, is_active: true, pin_code: '9753' })
  expect(byOther.outcome, byOther.text).toBe('400')
  expect(await isPin('9753')).toEqual({ valid: false })
  expect((await setOwn({ pin_code: '9753' }, manager)).outcome).toBe('403 not_allowed')
  expect((await setOwn({ pin_code: '9753' })).status).toBe(204)
  expect(await isPin('9753')).toEqual({ valid: true })
  // Who finds a session open changes no PIN.
  expect(Object.keys((await setOwn({ pin_code: '1111' })).body)).toEqual(['current_pin_code'])
  const guessed = { pin_code: '1111', current_pin_code: '2222' }
  expect(Object.keys((await setOwn(guessed)).body)).toEqual(['current_pin_code'])
  expect((await setOwn({ pin_code: '8642', current_pin_code: '9753' })).status).toBe(204)
  expect(await isPin('8642')).toEqual({ valid: true })
  const cleared = await ask('PUT', path, {
    ...body,
    is_active: true,
    clear_pin: true,
    version: 3,
  })
  expect(cleared.status, cleared.text).toBe(200)
  expect(cleared.text).not.toMatch(/pin/)
  expect(await isPin('8642')).toEqual({ valid: false })
  const lines = await auditLines(desk.db, ['action', 'actor_id', 'change'], {
    subject_type: 'staff',
    subject_id: desk.staffId,
  })
  expect(lines).toMatchObject([
    { action: 'person.pin_set', actor_id: desk.clinician.id },
    { action: 'person.pin_set', actor_id: desk.clinician.id },
    { action: 'record.changed', actor_id: manager.id, change: { fields: ['clear_pin'] } },
  ])
  expect((await setOwn({ pin_code: '1357' })).status).toBe(204)
})

test('a record stays with its person', async () => {
  const { id } = await addPerson(desk.db)
  const answer = await ask('PUT', path, { ...body, user_id: id })
  expect(answer.outcome).toBe('400')
  expect(Object.keys(answer.body)).toEqual(['user_id'])
})

test('nobody lets in whoever holds more than they do', async () => {
  const patient = await addSignedIn(server, { permissions: ['clinic.delete_user'] })
  const answer = await ask('POST', 'staff/', { user_id: patient.id })
  expect(answer.outcome).toBe('403 not_allowed')
  expect(answer.body['detail']).toContain('clinic.delete_user')
  // A record that lets nobody in can be made; switching it on is asked the same.
  const made = await ask('POST', 'staff/', { user_id: patient.id, is_active: false })
  expect(made.status, made.text).toBe(201)
  const on = { user_id: patient.id, is_active: true, version: 1 }
  const switched = await ask('PUT', `staff/${made.body['id']}/`, on)
  expect(switched.outcome).toBe('403 not_allowed')
})

test('nobody shuts themselves out', async () => {
  const answer = await desk.ask('PUT', path, body)
  expect(answer.outcome).toBe('400')
  expect(Object.keys(answer.body)).toEqual(['is_active'])
})

test('a record that is needed is not deleted, and a preview says so', async () => {
  await desk.make(desk.daily('2027-06-03', '2027-06-09'))
  const answer = await ask('POST', `${path}preview/`, { version: 1, write: null })
  expect(answer.outcome).toBe('409 conflict')
})
