import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAppointment, addPerson, addType } from '../clinic-factory.ts'
import { auditLines, newestAuditLine, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addClinicianUser, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'

/* A clinician's schedule in their own calendar program (docs/decisions/0079). */

const server = await runTestServer()
const { db } = server.database
const HOUR = 3_600_000
const FEED = '/api/admin/calendar-feed/'

let clinician: SignedInPerson
let staff_id: number
let path: string
beforeEach(async () => {
  setNow(server, new Date().toISOString())
  server.services.settings.CALENDAR_FEED_NAMES = false
  clinician = await addClinicianUser(server, ['clinic.view_appointment'])
  staff_id = clinician.staffId ?? 0
  path = await makeFeed()
})

async function makeFeed(): Promise<string> {
  const made = await send(server, 'POST', FEED, clinician)
  expect(made.status, made.text).toBe(201)
  return new URL(String(made.body['address'])).pathname
}
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)
async function addVisit(given: object = {}) {
  const patient = await addPerson(db, { first_name: 'Ada', last_name: 'Byron' })
  return await addAppointment(db, {
    staff_id,
    patient_id: patient.id,
    starts_at: inHours(24),
    ...given,
  })
}
async function readFeed() {
  const answer = await send(server, 'GET', path)
  expect(answer.status, answer.text).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(answer.text))
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const of = (name: string) => String(event.getFirstPropertyValue(name))
    return {
      uid: of('uid'),
      sequence: Number(of('sequence')),
      summary: of('summary'),
      start: of('dtstart'),
      text: event.toString(),
    }
  })
}

test('it has their appointments, with stable names and growing numbers, and nobody else’s', async () => {
  const type = await addType(db, { name: 'Ear check' })
  const visit = await addVisit({ appointment_type_id: type.id })
  await addAppointment(db, { starts_at: inHours(24) })
  const [before, ...others] = await readFeed()
  expect(others).toEqual([])
  expect(before).toMatchObject({ summary: 'Ear check', sequence: visit.version - 1 })
  await updateRows(db, 'appointment', visit.id, { starts_at: inHours(30) })
  const [after] = await readFeed()
  expect(after?.uid).toBe(before?.uid)
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  expect(after?.start).not.toBe(before?.start)
})

test('it goes from 30 days ago to a year ahead, without what is cancelled or held', async () => {
  await addVisit({ starts_at: inHours(-31 * 24), status: 'completed' })
  const earliest = await addVisit({ starts_at: inHours(-29 * 24), status: 'completed' })
  const latest = await addVisit({ starts_at: inHours(360 * 24) })
  await addVisit({ starts_at: inHours(400 * 24) })
  await addVisit({ starts_at: inHours(48), status: 'cancelled' })
  const shown = (await readFeed()).map(({ uid }) => Number(/schedule-(\d+)@/.exec(uid)?.[1]))
  expect(shown).toEqual([earliest.id, latest.id])
})

describe('what others may not read', () => {
  test('names and hidden services, unless the clinic allows the names', async () => {
    const type = await addType(db, { name: 'Fertility', hidden: true })
    await addVisit({ appointment_type_id: type.id })
    const [event] = await readFeed()
    expect(event?.text).not.toMatch(/Ada|Byron|Fertility/)
    server.services.settings.CALENDAR_FEED_NAMES = true
    expect((await readFeed())[0]?.summary).toBe('Appointment, Ada Byron')
  })

  test('names that leave the clinic are in the trail, once for many readings', async () => {
    server.services.settings.CALENDAR_FEED_NAMES = true
    const visit = await addVisit()
    await readFeed()
    await readFeed()
    const line = { action: 'schedule.feed_read', subject_id: staff_id }
    expect(await auditLines(db, ['actor_role', 'patient_ids'], line)).toEqual([
      { actor_role: 'visitor', patient_ids: [visit.patient_id] },
    ])
  })

  test('a reading without names is in the trail, too', async () => {
    const visit = await addVisit()
    await readFeed()
    const line = { action: 'schedule.feed_read', subject_id: staff_id }
    expect(await auditLines(db, ['patient_ids', 'change'], line)).toEqual([
      { patient_ids: [visit.patient_id], change: { names: false } },
    ])
  })

  test('the address is kept as a hash alone, and is in no log', async () => {
    const [, token = ''] = /calendar-feeds\/([\w-]+)/.exec(path) ?? []
    const rows = await rowsWhere(db, 'calendar_feed', {})
    expect(JSON.stringify(rows)).not.toContain(token)
    await readFeed()
    expect(JSON.stringify(await rowsWhere(db, 'audit_event', {}))).not.toContain(token)
  })
})

describe('the address stops working', () => {
  const isGone = async (address = path) =>
    expect((await send(server, 'GET', address)).outcome).toBe('404 not_found')

  test('when it is replaced', async () => {
    const earlier = path
    path = await makeFeed()
    await isGone(earlier)
    expect(await readFeed()).toEqual([])
  })

  test('when the feed is ended, which can be repeated', async () => {
    for (const _ of [1, 2]) expect((await send(server, 'DELETE', FEED, clinician)).status).toBe(204)
    await isGone()
    const line = { action: 'schedule.feed_ended', actor_id: clinician.id }
    expect(await auditLines(db, [], line)).toHaveLength(1)
  })

  test.each([
    ['no longer works here', () => updateRows(db, 'staff', staff_id, { is_active: false })],
    ['may no longer come in', () => updateRows(db, 'person', clinician.id, { is_active: false })],
    [
      'may no longer see the schedule',
      () => db.deleteFrom('person_permission').where('person_id', '=', clinician.id).execute(),
    ],
  ])('when its clinician %s', async (_, change) => {
    await change()
    await isGone()
  })

  test('and one that was never made never did', () =>
    isGone(`/api/public/calendar-feeds/${'A'.repeat(43)}/schedule.ics`))
})

test('its clinician sees when it was made and read; others have none', async () => {
  const see = async (who = clinician) => (await send(server, 'GET', FEED, who)).body
  expect(await see()).toMatchObject({ shows_names: false, feed: { last_read: null } })
  await readFeed()
  expect(await see()).toMatchObject({ feed: { last_read: expect.any(String) } })
  const { last_read } = await oneRow(db, 'calendar_feed', { staff_id })
  await readFeed()
  expect(await oneRow(db, 'calendar_feed', { staff_id })).toMatchObject({ last_read })
  const desk = await addStaffUser(server, ['clinic.view_appointment'])
  expect((await send(server, 'POST', FEED, desk)).outcome).toBe('403 not_allowed')
  expect(await newestAuditLine(db, ['action'], { actor_id: clinician.id })).toEqual({
    action: 'schedule.feed_made',
  })
})
