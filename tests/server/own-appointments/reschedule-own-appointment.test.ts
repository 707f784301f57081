import { beforeEach, describe, expect, test } from 'vitest'
import { bookOnline, type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import { rowsWhere } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer, testSettings } from '../test-server.ts'
import { expectMoved } from './expect-moved.ts'

const HOUR = 3_600_000

let patient: SignedInPerson
let day: ClinicDay
const server = await runTestServer({ poolSize: 10 })
const { db } = server.database
beforeEach(async () => {
  patient = await addSignedIn(server, { person: { is_portal_user: true } })
  day = await openClinicDay(server)
})

const bookOwn = (time: string, by = patient) =>
  by.ask('POST', '/api/private/appointments/', {
    ...day.slot(time),
    availability_id: day.first.availability.id,
  })

const reschedule = (
  booked: Answer,
  body: Record<string, unknown>,
  { headers }: { headers: Record<string, string> } = patient,
) =>
  send(server, 'PUT', `/api/private/appointments/${booked.body['id']}/`, {
    headers,
    body: { version: 1, site_id: day.site.id, ...body },
  })

describe('moving one’s own appointment', () => {
  test('keeps it and its reference, frees the old time and takes the new', async () => {
    const booked = await bookOwn('09:00')
    const moved = await reschedule(booked, { start: day.at('10:00') })
    const actor = { actor_id: patient.id, actor_role: 'patient' }
    await expectMoved(server, day, { booked, moved }, actor)
  })

  test('is not cancelled by a page that shows the old time', async () => {
    const booked = await bookOwn('09:00')
    const moved = await reschedule(booked, { start: day.at('10:00') })
    const cancel = (version: unknown) =>
      patient.ask('DELETE', `/api/private/appointments/${booked.body['id']}/`, {
        cancellation_notes: '',
        version,
      })
    expect((await cancel(booked.body['version'])).outcome).toBe('409 stale')
    expect((await cancel(moved.body['version'])).body['status']).toBe('cancelled')
    // An answer that was lost is given again.
    expect((await cancel(moved.body['version'])).status).toBe(200)
  })

  test('goes to another clinician where one’s own is not free', async () => {
    const booked = await bookOwn('09:00')
    await bookOnline(server, day, '10:00')
    const moved = await reschedule(booked, { start: day.at('10:00') })
    expect(moved.body['clinician']).toMatchObject({ id: day.second.staff.id })
  })

  test('is offered no time at which one has another', async () => {
    const booked = await bookOwn('09:00')
    expect((await bookOwn('10:00')).status).toBe(201)
    const week = await patient.ask(
      'GET',
      `/api/private/appointments/${booked.body['id']}/weekly-availability/?week=${day.at('09:00').slice(0, 10)}`,
    )
    const { days } = week.body as { days: { slots: { start: string }[] }[] }
    const starts = days.flatMap(({ slots }) => slots.map(({ start }) => start))
    expect(starts).toContain(day.at('09:00'))
    expect(starts).toContain(day.at('10:15'))
    expect(starts).not.toContain(day.at('10:00'))
  })

  test('uses up one’s own hold of the new time', async () => {
    const booked = await bookOwn('09:00')
    const wanted = { ...day.slot('10:00'), availability_id: day.first.availability.id }
    const held = await patient.ask('POST', '/api/private/slot-holds/', wanted)
    const { availability_id } = wanted
    const without = await reschedule(booked, { start: wanted.start, availability_id })
    expect(without.outcome).toBe('409 slot_taken')
    const headers = { ...patient.headers, 'Slot-Hold-Token': String(held.body['token']) }
    const moved = await reschedule(booked, { start: wanted.start, availability_id }, { headers })
    expect(moved.status).toBe(200)
    const still = { site_id: day.site.id, status: 'held' }
    expect(await rowsWhere(db, 'appointment', still)).toEqual([])
  })

  test.each([
    ['a time outside the hours', () => ({ start: day.at('13:00') }), '409 slot_taken'],
    ['a time beyond the horizon', () => ({ start: '2199-01-01T09:00:00Z' }), '409 slot_taken'],
    ['a time between the marks', () => ({ start: day.at('10:02') }), '400'],
    ['another site', () => ({ start: day.at('10:00'), site_id: 2_147_483_647 }), '409 slot_taken'],
    ['a time one has already', () => ({ start: day.at('11:00') }), '409 conflict'],
    ['an earlier version', () => ({ start: day.at('10:00'), version: 2 }), '409 stale'],
  ])('to %s changes nothing', async (_, wanted, outcome) => {
    await bookOwn('11:00')
    const booked = await bookOwn('09:00')
    expect((await reschedule(booked, wanted())).outcome).toBe(outcome)
    const now = await send(
      server,
      'GET',
      `/api/private/appointments/${booked.body['id']}/`,
      patient,
    )
    expect(now.body).toEqual(booked.body)
  })

  test('five people to one time with two clinicians: two get it', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => addSignedIn(server)))
    const booked: Answer[] = []
    for (const [index, time] of ['09:00', '09:15', '09:30', '09:45', '10:00'].entries()) {
      booked.push(await bookOwn(time, people[index]))
    }
    const answers = await Promise.all(
      people.map((person, index) =>
        reschedule(booked[index] as Answer, { start: day.at('11:00') }, person),
      ),
    )
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '200',
      ...Array(3).fill('409 slot_taken'),
    ])
  })
})

describe('CHANGE_NOTICE_HOURS', () => {
  const tooSoon =
    'You can only change an appointment here until 240 hours before it starts. Contact the branch.'

  test('keeps a patient from moving and cancelling what is nearer', async () => {
    const booked = await bookOwn('09:00')
    server.services.settings = testSettings({ CHANGE_NOTICE_HOURS: '240' })
    const moved = await reschedule(booked, { start: day.at('10:00') })
    expect([moved.outcome, moved.body['detail']]).toEqual(['409 conflict', tooSoon])
    const path = `/api/private/appointments/${booked.body['id']}/`
    const cancelled = await patient.ask('DELETE', path, {})
    expect([cancelled.outcome, cancelled.body['detail']]).toEqual(['409 conflict', tooSoon])
  })

  test('is told with the appointment', async () => {
    server.services.settings = testSettings({ CHANGE_NOTICE_HOURS: '48' })
    const booked = await bookOwn('09:00')
    const until = new Date(Date.parse(day.at('09:00')) - 48 * HOUR).toISOString()
    expect(booked.body['changeable_until']).toBe(until)
    expect((await reschedule(booked, { start: day.at('10:00') })).status).toBe(200)
  })
})
