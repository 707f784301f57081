import { beforeEach, describe, expect, test } from 'vitest'
import { addAppointment, addGuest, openMorning, toSlot } from '../clinic-factory.ts'
import { oneRow, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database

/** A morning of quarters of an hour, of which the first is free and the second booked. */
let clinic: Awaited<ReturnType<typeof openMorning>>
let token: string
beforeEach(async () => {
  clinic = await openMorning(db)
  const staff_id = clinic.staff[0]?.id ?? 0
  const { room_id } = await oneRow(db, 'availability', { staff_id })
  await addAppointment(db, {
    starts_at: new Date(clinic.start.getTime() + 15 * 60_000),
    staff_id,
    room_id,
    site_id: clinic.site.id,
  })
  token = String((await hold()).body['token'])
})

const wanted = () => toSlot(clinic)
const hold = (headers: Record<string, string> = {}) =>
  send(server, 'POST', '/api/public/slot-holds/', { body: wanted(), headers })
const book = async () => {
  const guest = await addGuest(db)
  return await send(server, 'POST', '/api/public/appointments/', {
    body: wanted(),
    headers: { 'Guest-User-Access-Token': guest.token, 'Slot-Hold-Token': token },
  })
}
const lasts = (duration: number) => updateRows(db, 'appointment_type', clinic.type.id, { duration })
const expire = () =>
  updateRows(
    db,
    'appointment',
    { status: 'held' },
    { hold_expires_at: new Date(Date.now() - 1_000) },
  )
const end = () => new Date(clinic.start.getTime() + 15 * 60_000).toISOString()

describe('while a time is held, its type gets longer:', () => {
  beforeEach(() => lasts(60))

  test('who holds it books it for as long as they were shown', async () => {
    const answer = await book()
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ duration: 15 })
  })

  test('who goes on holding it holds it for as long', async () => {
    const again = await hold({ 'Slot-Hold-Token': token })
    expect(again.status, again.text).toBe(201)
    expect(again.body).toMatchObject({ end: end() })
    expect((await book()).body).toMatchObject({ duration: 15 })
  })

  test('anybody else, and the holder once it has run out, needs as long as it takes now', async () => {
    expect((await hold()).outcome).toBe('409 slot_taken')
    await expire()
    expect((await book()).outcome).toBe('409 slot_taken')
    expect((await hold({ 'Slot-Hold-Token': token })).outcome).toBe('409 slot_taken')
  })
})

test('a type that gets shorter does not shorten what is held', async () => {
  await lasts(5)
  expect((await book()).body).toMatchObject({ duration: 15 })
})
