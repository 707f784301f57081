import { beforeEach, describe, expect, test } from 'vitest'
import { bookOnline, type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import { addGuest, type Guest } from '../clinic-factory.ts'
import { mergeRecords } from '../merging/likely-pair.ts'
import { oneRow } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { runTestServer, testSettings } from '../test-server.ts'
import { expectMoved } from './expect-moved.ts'

/* A guest reschedules as a patient does, with their own token or with the appointment's link. */

let day: ClinicDay
let guest: Guest
let booked: Answer
let link: Record<string, string>
const server = await runTestServer()
const { db } = server.database
beforeEach(async () => {
  day = await openClinicDay(server)
  guest = await addGuest(db)
  booked = await bookOnline(server, day, '09:00', { guest })
  link = asGuest(String(booked.body['access_token']))
})

const asGuest = (token: string) => ({ 'Guest-User-Access-Token': token })
const formatPath = (answer: Answer, rest = '') =>
  `/api/public/appointments/${answer.body['id']}/${rest}`

const reschedule = (time: string, headers: Record<string, string>, more: object = {}) =>
  send(server, 'PUT', formatPath(booked), {
    headers,
    body: { version: booked.body['version'], site_id: day.site.id, start: day.at(time), ...more },
  })

async function timesOffered(headers: Record<string, string>): Promise<string[]> {
  const path = formatPath(booked, `weekly-availability/?week=${day.day}`)
  const week = await send(server, 'GET', path, { headers })
  expect(week.status, week.text).toBe(200)
  const { days } = week.body as { days: { slots: { start: string }[] }[] }
  return days.flatMap(({ slots }) => slots.map(({ start }) => start))
}

describe.each([
  ['the link of the appointment', () => link],
  ['the guest’s own token', () => asGuest(guest.token)],
])('with %s', (_, headers) => {
  test('an appointment is rescheduled and stays the same one', async () => {
    expect(await timesOffered(headers())).toContain(day.at('10:00'))
    const moved = await reschedule('10:00', headers())
    const actor = { actor_id: guest.id, actor_role: 'guest' }
    await expectMoved(server, day, { booked, moved }, actor)
  })

  test.each([
    ['a time outside the hours', '13:00', {}, '409 slot_taken'],
    ['an earlier version', '10:00', { version: 77 }, '409 stale'],
  ])('%s changes nothing', async (_case, time, more, outcome) => {
    expect((await reschedule(time, headers(), more)).outcome).toBe(outcome)
    const now = await send(server, 'GET', formatPath(booked), { headers: headers() })
    expect(now.body['start']).toBe(day.at('09:00'))
  })

  test('CHANGE_NOTICE_HOURS holds as for patients', async () => {
    server.services.settings = testSettings({ CHANGE_NOTICE_HOURS: '240' })
    expect((await reschedule('10:00', headers())).outcome).toBe('409 conflict')
  })
})

test('the link of one booking opens that booking alone', async () => {
  const other = await bookOnline(server, day, '11:00', { guest })
  const move = { version: other.body['version'], site_id: day.site.id, start: day.at('10:00') }
  const by = async (method: string, path: string, body?: object) =>
    await send(server, method, path, { headers: link, body })
  for (const { outcome } of [
    await by('GET', formatPath(other)),
    await by('GET', formatPath(other, 'weekly-availability/')),
    await by('GET', formatPath(other, 'calendar.ics')),
    await by('PUT', formatPath(other), move),
    await by('DELETE', formatPath(other), { cancellation_notes: '' }),
  ]) {
    expect(outcome).toBe('404 not_found')
  }
  for (const { outcome } of [
    await by('GET', '/api/public/check-guest-user/'),
    await by('PUT', `/api/public/users/${guest.id}/`, { first_name: 'Eve' }),
  ]) {
    expect(outcome).toBe('401 not_signed_in')
  }
  expect((await by('DELETE', formatPath(booked), {})).body['status']).toBe('cancelled')
})

test('a link reveals no other appointments: no time is missing, and a clash is a time that is gone', async () => {
  await bookOnline(server, day, '10:00', { guest })
  // The second clinician is still free then.
  expect(await timesOffered(link)).toContain(day.at('10:00'))
  const clash = await reschedule('10:00', link)
  const gone = await reschedule('13:00', link)
  expect([clash.outcome, clash.body]).toEqual([gone.outcome, gone.body])
  // Their own token opens both.
  expect(await timesOffered(asGuest(guest.token))).not.toContain(day.at('10:00'))
  expect((await reschedule('10:00', asGuest(guest.token))).outcome).toBe('409 conflict')
})

test('after a merge the link still moves its appointment, under the name it was issued to', async () => {
  await mergeRecords(server, (await addGuest(db)).id, guest.id)
  const now = await send(server, 'GET', formatPath(booked), { headers: link })
  const moved = await reschedule('10:00', link, { version: now.body['version'] })
  expect([moved.status, moved.body['patient']]).toEqual([200, booked.body['patient']])
  expect((await reschedule('11:00', asGuest(guest.token))).outcome).toBe('401 not_signed_in')
})

test('a link lasts as long after the new time as it did after the old one', async () => {
  const read = () => oneRow(db, 'appointment_access', { appointment_id: Number(booked.body['id']) })
  const before = await read()
  await reschedule('10:00', link)
  const after = await read()
  expect(after.expires_at.getTime() - before.expires_at.getTime()).toBe(3_600_000)
})
