import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookOnline, type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import { addGuest, type Guest } from '../clinic-factory.ts'
import { auditLines, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

let day: ClinicDay
let guest: Guest
let booked: Answer
let link: Record<string, string>
const server = await runTestServer({ environment: { PUBLIC_URL: 'http://localhost:8080' } })
const { db } = server.database
beforeEach(async () => {
  day = await openClinicDay(server)
  await updateRows(db, 'site', day.site.id, {
    name: 'Harbour; Street',
    address1: '1, The Quay',
    email: 'harbour@example.test',
  })
  await updateRows(db, 'appointment_type', day.usual.id, {
    prebooking_info: `Wear short sleeves,\nplease. ${'naïve 💉 '.repeat(20)}`,
    what_to_bring: 'Your NHS number.',
  })
  guest = await addGuest(db)
  booked = await bookOnline(server, day, '09:00', { guest })
  link = asGuest(String(booked.body['access_token']))
})

const asGuest = (token: string) => ({ 'Guest-User-Access-Token': token })
const formatPath = (answer: Answer, audience = 'public') =>
  `/api/${audience}/appointments/${answer.body['id']}`

/** Calendars know no parts of seconds. */
const toSeconds = (instant: unknown) => String(instant).replace(/\.\d+Z/, '.000Z')

async function readCalendar(headers: Record<string, string>, path = formatPath(booked)) {
  const answer = await send(server, 'GET', `${path}/calendar.ics`, { headers })
  expect(answer.status, answer.text).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(answer.text))
  const [event, ...others] = calendar.getAllSubcomponents('vevent')
  if (!event || others.length > 0) throw new Error('not one event')
  const of = (name: string) => event.getFirstPropertyValue(name)
  return {
    answer,
    method: calendar.getFirstPropertyValue('method'),
    of,
    instant: (name: string) => (of(name) as ICAL.Time).toJSDate().toISOString(),
    alarms: event
      .getAllSubcomponents('valarm')
      .map((alarm) => [
        alarm.getFirstPropertyValue('action'),
        String(alarm.getFirstPropertyValue('trigger')),
      ]),
    organizer: event.getFirstProperty('organizer')?.toICALString(),
  }
}

test('the file of an appointment says what, when and where, and how to change it', async () => {
  const { answer, method, of, instant, alarms, organizer } = await readCalendar(link)
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('Content-Disposition')).toBe(
    `attachment; filename="appointment-${booked.body['reference']}.ics"`,
  )
  const address = `http://localhost:8080/appointments/${booked.body['id']}#access=${link['Guest-User-Access-Token']}`
  expect(method).toBe('PUBLISH')
  expect(of('uid')).toBe(`appointment-${booked.body['id']}@localhost`)
  expect(of('status')).toBe('CONFIRMED')
  expect([instant('dtstart'), instant('dtend')]).toEqual([day.at('09:00'), day.at('09:15')])
  expect(instant('last-modified')).toBe(toSeconds(booked.body['modified']))
  expect(of('summary')).toBe(`${day.usual.name} at Harbour; Street`)
  expect(of('location')).toContain('Harbour; Street, 1, The Quay')
  expect(of('url')).toBe(address)
  const description = String(of('description'))
  expect(description).toContain(`Reference: ${booked.body['reference']}`)
  expect(description).toContain('Wear short sleeves,\nplease. naïve 💉')
  expect(description).toContain('What to bring: Your NHS number.')
  expect(description).toContain(`Change or cancel this appointment: ${address}`)
  expect(description).toContain('Anyone with this link can see, move and cancel the appointment.')
  expect(alarms).toEqual([
    ['DISPLAY', '-P1D'],
    ['DISPLAY', '-PT2H'],
  ])
  expect(organizer).toBe('ORGANIZER;CN="Harbour; Street":mailto:harbour@example.test')
  const longest = Math.max(...answer.text.split('\r\n').map((line) => Buffer.byteLength(line)))
  expect(longest).toBeLessThanOrEqual(75)
})

describe('a change', () => {
  const sequence = async () => Number((await readCalendar(link)).of('sequence'))

  test('of the time replaces the entry: the same UID, a higher SEQUENCE, a later LAST-MODIFIED', async () => {
    const before = await readCalendar(link)
    const { version } = (await send(server, 'GET', formatPath(booked), { headers: link })).body
    const body = { version, site_id: day.site.id, start: day.at('10:00') }
    const moved = await send(server, 'PUT', formatPath(booked), { headers: link, body })
    const after = await readCalendar(link)
    expect([after.method, after.of('status')]).toEqual(['PUBLISH', 'CONFIRMED'])
    expect(after.of('uid')).toBe(before.of('uid'))
    expect(after.instant('dtstart')).toBe(day.at('10:00'))
    expect(Number(after.of('sequence'))).toBeGreaterThan(Number(before.of('sequence')))
    expect(after.instant('last-modified')).toBe(toSeconds(moved.body['modified']))
  })

  test('by cancelling takes the entry away, and nothing rings', async () => {
    const before = await sequence()
    await send(server, 'DELETE', formatPath(booked), { headers: link, body: {} })
    const after = await readCalendar(link)
    expect([after.method, after.of('status'), after.alarms]).toEqual(['CANCEL', 'CANCELLED', []])
    expect(await sequence()).toBeGreaterThan(before)
  })
})

describe('whose file it is', () => {
  test('a guest’s own token is not in it: the link of the appointment is', async () => {
    const { answer, of } = await readCalendar(asGuest(guest.token))
    expect(answer.text.replaceAll('\r\n ', '')).not.toContain(guest.token)
    expect(of('url')).toBe((await readCalendar(link)).of('url'))
  })

  test('who is signed in gets the address that asks to sign in, and no secret', async () => {
    const patient: SignedInPerson = await addSignedIn(server, { person: { is_portal_user: true } })
    const own = await patient.ask('POST', '/api/private/appointments/', day.slot('11:00'))
    const { of } = await readCalendar(patient.headers, formatPath(own, 'private'))
    expect(of('url')).toBe(`http://localhost:8080/user/appointments?appointment=${own.body['id']}`)
    expect(String(of('description'))).not.toContain('Anyone with this link')
  })

  test('who reads an appointment is on the audit trail, and so is who takes its file', async () => {
    await send(server, 'GET', formatPath(booked), { headers: link })
    await readCalendar(link)
    const trail = await auditLines(db, ['actor_id'], {
      action: 'appointment.read',
      subject_id: Number(booked.body['id']),
    })
    expect(trail).toEqual([{ actor_id: guest.id }, { actor_id: guest.id }])
  })
})
