import { beforeEach, describe, expect, test } from 'vitest'
import {
  addReception,
  appointmentPath,
  bookOnline,
  type ClinicDay,
  openClinicDay,
} from '../booking/clinic-day.ts'
import { addGuest, type Guest } from '../clinic-factory.ts'
import { mergeRecords } from '../merging/likely-pair.ts'
import { auditLines, oneRow, updateRows } from '../rows.ts'
import { type Answer, listedIds, send } from '../send.ts'
import { runTestServer } from '../test-server.ts'

/* Patients say whether they will come, and staff see it. */

let day: ClinicDay
let guest: Guest
let booked: Answer
let id: number
let link: Record<string, string>
const server = await runTestServer()
const { db } = server.database
beforeEach(async () => {
  day = await openClinicDay(server)
  guest = await addGuest(db)
  booked = await bookOnline(server, day, '09:00', { guest })
  id = Number(booked.body['id'])
  link = asGuest(String(booked.body['access_token']))
})

const asGuest = (token: string) => ({ 'Guest-User-Access-Token': token })
const path = () => `/api/public/appointments/${id}/`
const answer = (is_coming: boolean, headers = link, start = day.at('09:00')) =>
  send(server, 'PUT', `${path()}attendance/`, { headers, body: { is_coming, start } })
const answered = async () =>
  (await send(server, 'GET', path(), { headers: link })).body['attendance']

describe.each([
  ['the link of the appointment', () => link],
  ['the guest’s own token', () => asGuest(guest.token)],
])('with %s', (_, headers) => {
  test('the last answer counts, and only the answer changes', async () => {
    expect((await answer(false, headers())).status).toBe(200)
    const last = await answer(true, headers())
    expect(last.status, last.text).toBe(200)
    const { access_token: _token, ...before } = booked.body
    const attendance = { is_coming: true, answered: expect.any(String) }
    expect(last.body).toEqual({ ...before, attendance })
    expect(await answered()).toEqual(attendance)
    const trail = { subject_id: id, action: 'appointment.attendance_answered' }
    expect(await auditLines(db, ['actor_id', 'actor_role', 'change'], trail)).toEqual(
      [false, true].map((is_coming) => ({
        actor_id: guest.id,
        actor_role: 'guest',
        change: { is_coming },
      })),
    )
  })
})

test('opening the link answers nothing', async () => {
  await send(server, 'GET', path(), { headers: link })
  expect(await answered()).toBeNull()
})

test('an answer is about one start: a move voids it, and an old page cannot give another', async () => {
  await answer(true)
  const moved = await send(server, 'PUT', path(), {
    headers: link,
    body: { version: booked.body['version'], site_id: day.site.id, start: day.at('10:00') },
  })
  expect(moved.body['attendance']).toBeNull()
  expect((await answer(true)).outcome).toBe('409 stale')
  expect(await answered()).toBeNull()
  expect((await answer(false, link, day.at('10:00'))).status).toBe(200)
})

test.each([
  ['cancelled', { status: 'cancelled', cancelled_on: new Date() }],
  ['missed', { status: 'did_not_attend' }],
])('no answer is taken once the appointment is %s', async (_, change) => {
  await updateRows(db, 'appointment', id, change)
  expect((await answer(true)).outcome).toBe('409 conflict')
})

test('no answer is taken once the appointment has begun', async () => {
  const past = new Date(Date.now() - 60_000)
  await updateRows(db, 'appointment', id, { starts_at: past })
  expect((await answer(true, link, past.toISOString())).outcome).toBe('409 conflict')
})

test('the link answers after a merge as before', async () => {
  await mergeRecords(server, (await addGuest(db)).id, guest.id)
  expect((await answer(true)).status).toBe(200)
})

describe('staff', () => {
  test('see it on the schedule, in the appointment and in its list, which filters by it', async () => {
    const reception = await addReception(server)
    const other = await bookOnline(server, day, '10:00')
    const otherId = Number(other.body['id'])
    await answer(false)
    const listed = async (attendance: string) =>
      listedIds(
        (
          await send(
            server,
            'GET',
            `/api/admin/appointments/?attendance=${attendance}&site_id=${day.site.id}`,
            reception,
          )
        ).body,
      )
    expect(await listed('not_coming')).toEqual([id])
    expect(await listed('coming')).toEqual([])
    expect(await listed('none')).toEqual([otherId])
    const one = await send(server, 'GET', appointmentPath(booked), reception)
    expect(one.body['attendance']).toMatchObject({ is_coming: false })
    const schedule = await send(
      server,
      'GET',
      `/api/admin/clinic/schedule/?from=${day.day}&to=${day.day}&site_id=${day.site.id}`,
      reception,
    )
    const { appointments } = schedule.body as {
      appointments: { id: number; is_coming: boolean | null }[]
    }
    expect(appointments.map((shown) => [shown.id, shown.is_coming])).toEqual([
      [id, false],
      [otherId, null],
    ])
  })

  test('who have the appointment open can go on: an answer is no change of theirs', async () => {
    const { version } = await oneRow(db, 'appointment', id)
    await answer(true)
    expect(await oneRow(db, 'appointment', id)).toMatchObject({ version })
  })
})
