import { beforeEach, describe, expect, test } from 'vitest'
import { askForNewTimes } from '#server/orphaned/ask-for-new-times.ts'
import { addReception, bookOnline, type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import { addGuest } from '../clinic-factory.ts'
import { runMailbox, sendWaiting } from '../messages/mailbox.ts'
import { oneRow, rowsWhere, updateRows } from '../rows.ts'
import { type Answer, listedIds, send } from '../send.ts'
import { runTestServer, setNow } from '../test-server.ts'

/* Patients whose appointment lost its hours choose another time (docs/decisions/0081). */

const server = await runTestServer()
const { db } = server.database
const { taken } = await runMailbox(server)
const MINUTE = 60_000

let day: ClinicDay
let booked: Answer
let id: number
let noon: number
beforeEach(async () => {
  // Those of the test before are nobody's any more.
  await db
    .updateTable('appointment')
    .set({ status: 'cancelled', cancelled_on: new Date() })
    .where('status', '=', 'booked')
    .execute()
  day = await openClinicDay(server)
  const guest = await addGuest(db)
  await updateRows(db, 'person', guest.id, { email: 'ada@example.test', mobile: '' })
  booked = await bookOnline(server, day, '09:00', { guest })
  id = Number(booked.body['id'])
  await db.deleteFrom('message').execute()
  // The noon before the clinic's day.
  noon = Date.parse(day.at('09:00')) - 21 * 60 * MINUTE
  setNow(server, new Date(noon).toISOString())
})

const later = (minutes: number) => setNow(server, new Date(noon + minutes * MINUTE).toISOString())
const ask = () => askForNewTimes(server.services)
/** The clinician is away: their hours that day are withdrawn. */
const loseHours = async () => {
  const { availability_id } = await oneRow(db, 'appointment', id)
  await db
    .deleteFrom('availability_occurrence')
    .where('availability_id', '=', availability_id ?? 0)
    .execute()
}
/** Another clinician, who works then, takes it. */
const resolve = () => {
  const { staff, room } = day.second
  return updateRows(db, 'appointment', id, { staff_id: staff.id, room_id: room.id })
}
const link = () => {
  const [, token = ''] = /#access=([\w-]+)/.exec(taken[0]?.text ?? '') ?? []
  return { 'Guest-User-Access-Token': token }
}
const suggested = async (headers: Record<string, string> = link()) =>
  await send(server, 'GET', `/api/public/appointments/${id}/new-times/`, { headers })
type Suggested = { is_needed: boolean; times: { start: string; site: { id: number } }[] }

async function askAfterAWhile() {
  await loseHours()
  expect(await ask()).toBe(0)
  later(16)
  expect(await ask()).toBe(1)
  await sendWaiting(server)
}

test('asks after a quarter of an hour, once, and the link offers times of which one is taken', async () => {
  await askAfterAWhile()
  later(30)
  expect(await ask()).toBe(0)
  expect(taken.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Please choose another time for your appointment on /),
  ])
  const { body } = await suggested()
  const { is_needed, times } = body as Suggested
  expect(is_needed).toBe(true)
  expect(times.length).toBeGreaterThan(0)
  expect(times.length).toBeLessThanOrEqual(3)
  const moved = await send(server, 'PUT', `/api/public/appointments/${id}/`, {
    headers: link(),
    body: {
      version: booked.body['version'],
      start: times[0]?.start,
      site_id: times[0]?.site.id,
    },
  })
  expect(moved.status, moved.text).toBe(200)
  expect((await suggested()).body).toEqual({ is_needed: false, times: [] })
  await ask()
  expect(await rowsWhere(db, 'appointment_orphaned', { appointment_id: id })).toEqual([])
})

describe('nobody is asked in vain', () => {
  test('where it was resolved within minutes', async () => {
    await loseHours()
    await ask()
    await resolve()
    later(16)
    expect(await ask()).toBe(0)
  })

  test('at night: in the morning instead', async () => {
    await loseHours()
    await ask()
    later(10 * 60)
    expect(await ask()).toBe(0)
  })

  test.each([
    ['has no address', { email: '', mobile: '' }],
    ['has a closed record', { is_active: false }],
  ])('who %s, and staff see that they are not asked', async (_, person) => {
    const { patient_id } = await oneRow(db, 'appointment', id)
    await updateRows(db, 'person', Number(patient_id), person)
    await loseHours()
    await ask()
    later(16)
    expect(await ask()).toBe(0)
  })

  test('once it was resolved before the message was sent', async () => {
    await loseHours()
    await ask()
    later(16)
    await ask()
    await resolve()
    await sendWaiting(server)
    expect(await rowsWhere(db, 'message', { event: 'new_time_needed' })).toMatchObject([
      { state: 'dropped', note: 'The appointment can be kept as it is.' },
    ])
  })
})

test('staff see who was asked, and filter by it', async () => {
  await askAfterAWhile()
  const reception = await addReception(server)
  const listed = async (asked: string) => {
    const path = `/api/admin/clinic/orphaned-appointments/?site_id=${day.site.id}&asked=${asked}`
    return listedIds((await send(server, 'GET', path, reception)).body)
  }
  expect(await listed('yes')).toEqual([id])
  expect(await listed('no')).toEqual([])
  const { body } = await send(
    server,
    'GET',
    `/api/admin/clinic/orphaned-appointments/?site_id=${day.site.id}`,
    reception,
  )
  expect(body['results']).toMatchObject([{ id, asked: expect.any(String) }])
})
