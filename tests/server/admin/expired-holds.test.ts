import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addAppointment,
  addPerson,
  addRoom,
  addSite,
  addType,
  openMorning,
} from '../clinic-factory.ts'
import { send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database
const headers = (await addSignedIn(server, { person: { is_superuser: true } })).headers

const ask = (method: string, path: string, body?: Record<string, unknown>) =>
  send(server, method, `/api/admin/${path}`, { headers, body })

/** A type and a room to which nothing refers but a hold that ends in so many minutes. */
async function held(minutes: number) {
  const { site } = await addSite(db)
  const room = await addRoom(db, site.id)
  const type = await addType(db)
  await addAppointment(db, {
    status: 'held',
    patient_id: null,
    starts_at: new Date(Date.now() + 86_400_000),
    appointment_type_id: type.id,
    room_id: room.id,
    site_id: site.id,
    hold_token_hash: randomBytes(32),
    hold_expires_at: new Date(Date.now() + minutes * 60_000),
  })
  return { site, room, type }
}

test.each([
  ['appointmenttypes', 'type'],
  ['rooms', 'room'],
] as const)(
  'what only an expired hold of %s refers to is needed by nothing',
  async (path, what) => {
    const record = (await held(-1))[what]
    expect((await ask('GET', `${path}/${record.id}/uses/`)).body).toEqual({ results: [] })
    const preview = { version: 1, write: null }
    expect((await ask('POST', `${path}/${record.id}/preview/`, preview)).status).toBe(200)
    const deleted = await ask('DELETE', `${path}/${record.id}/`, { version: 1 })
    expect(deleted.status, deleted.text).toBe(204)
  },
)

test.each([
  ['appointmenttypes', 'type'],
  ['rooms', 'room'],
] as const)('what a hold of %s refers to that lasts is needed', async (path, what) => {
  const record = (await held(5))[what]
  expect((await ask('GET', `${path}/${record.id}/uses/`)).body).toMatchObject({
    results: [{ what: 'appointment', count: 1 }],
  })
  expect((await ask('DELETE', `${path}/${record.id}/`, { version: 1 })).outcome).toBe(
    '409 conflict',
  )
})

test('a room goes to another site past an expired hold, not past one that lasts', async () => {
  const other = await addSite(db)
  const move = async (id: number) =>
    await ask('PUT', `rooms/${id}/`, { name: 'Room', site_id: other.site.id, version: 1 })
  expect((await move((await held(-1)).room.id)).body).toMatchObject({ site_id: other.site.id })
  expect((await move((await held(5)).room.id)).status).toBe(400)
})

test('a clinician is no busier for an expired hold', async () => {
  const { site, type, staff, start } = await openMorning(db, 2)
  const [first] = staff
  const room = await addRoom(db, site.id)
  await addAppointment(db, {
    status: 'held',
    patient_id: null,
    starts_at: new Date(start.getTime() + 3_600_000),
    staff_id: first?.id ?? 0,
    room_id: room.id,
    site_id: site.id,
    hold_token_hash: randomBytes(32),
    hold_expires_at: new Date(Date.now() - 60_000),
  })
  const { id: patient_id } = await addPerson(db)
  const booked = await ask('POST', 'appointments/', {
    appointment_type_id: type.id,
    start: start.toISOString(),
    site_id: site.id,
    patient_id,
  })
  expect(booked.body, booked.text).toMatchObject({ staff_id: first?.id })
})
