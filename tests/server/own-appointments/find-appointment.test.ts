import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newReference } from '#server/booking/booking-records.ts'
import { PreparedClient } from '#server/database/prepared-client.ts'
import { bookOnline, type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import { addAppointment, addGuest, type Guest } from '../clinic-factory.ts'
import { mergeRecords } from '../merging/likely-pair.ts'
import { auditLines, updateRows } from '../rows.ts'
import { type Answer, send, tally } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer, startTestServer, testSettings } from '../test-server.ts'

/* Who lost the link of an appointment finds it by its reference, the surname and the birth date. */

const PATH = '/api/public/appointments/find/'
const DECLARED = { last_name: "O'Brien-Núñez", dob: '1990-02-28' }
const NOT_FOUND = {
  code: 'not_found',
  detail: 'We could not find an appointment with these details.',
}

let day: ClinicDay
let guest: Guest
let booked: Answer
let reference: string
const server = await runTestServer()
const { db } = server.database
beforeEach(async () => {
  await db.deleteFrom('failed_attempt').execute()
  day = await openClinicDay(server)
  guest = await addGuest(db)
  await change(guest.id, DECLARED)
  booked = await bookOnline(server, day, '09:00', { guest })
  reference = String(booked.body['reference'])
})

const change = (id: number, changes: Record<string, unknown>) =>
  updateRows(db, 'person', id, changes)
const find = (changes: Record<string, unknown> = {}, on = server) =>
  send(on, 'POST', PATH, { body: { reference, ...DECLARED, ...changes } })
const read = (id: unknown, token: unknown) =>
  send(server, 'GET', `/api/public/appointments/${id}/`, {
    headers: { 'Guest-User-Access-Token': String(token) },
  })

test('an appointment is found, and what is given opens it and nothing else', async () => {
  const other = await bookOnline(server, day, '10:00', { guest })
  const found = await find()
  expect(found.status, found.text).toBe(200)
  expect(found.body).toEqual({ id: booked.body['id'], access_token: expect.any(String) })
  const token = found.body['access_token']
  expect(token).not.toBe(booked.body['access_token'])
  const { access_token: _link, ...shown } = booked.body
  expect((await read(booked.body['id'], token)).body).toEqual(shown)
  expect((await read(other.body['id'], token)).outcome).toBe('404 not_found')
  const guestsOwn = await send(server, 'GET', '/api/public/check-guest-user/', {
    headers: { 'Guest-User-Access-Token': String(token) },
  })
  expect(guestsOwn.outcome).toBe('401 not_signed_in')
  // The link of the confirmation still works.
  expect((await read(booked.body['id'], booked.body['access_token'])).status).toBe(200)
})

test('it lasts no longer than the link, and is kept as a hash', async () => {
  await find()
  const rows = await db
    .selectFrom('appointment_access')
    .where('appointment_id', '=', Number(booked.body['id']))
    .select(['expires_at', 'issued_to', 'issued_name'])
    .execute()
  expect(rows).toHaveLength(2)
  expect(rows[1]).toEqual(rows[0])
})

test.each([
  ['without accents, hyphens and apostrophes', { last_name: 'obrien nunez' }],
  ['in capitals', { last_name: 'O’BRIEN-NÚÑEZ' }],
])('a surname may be written %s', async (_, changes) => {
  expect((await find(changes)).status).toBe(200)
})

test('a reference may be typed as it was heard', async () => {
  const heard = reference.replace('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
  expect((await find({ reference: ` ${heard} ` })).status).toBe(200)
})

describe('whatever does not fit is answered alike', () => {
  test.each([
    ['a reference of nothing', () => ({ reference: '00000-00000' })],
    ['another surname', () => ({ last_name: 'Whitfield' })],
    ['another birth date', () => ({ dob: '1990-02-27' })],
  ])('%s', async (_, changes) => {
    const answer = await find(changes())
    expect([answer.status, answer.body]).toEqual([404, NOT_FOUND])
  })

  test('what was booked by who signed in, or by staff for a patient', async () => {
    const patient = await addSignedIn(server, { person: { is_portal_user: true, ...DECLARED } })
    const own = await addAppointment(db, {
      patient_id: patient.id,
      starts_at: new Date(day.at('09:00')),
      reference: newReference(),
    })
    const answer = await find({ reference: own.reference })
    expect([answer.status, answer.body]).toEqual([404, NOT_FOUND])
  })

  test('a record that is closed', async () => {
    await change(guest.id, { is_active: false })
    expect((await find()).outcome).toBe('404 not_found')
  })

  test.each(['is_staff', 'is_superuser'])('a record of somebody with %s', async (right) => {
    await change(guest.id, { is_guest: false, [right]: true })
    expect((await find()).outcome).toBe('404 not_found')
  })

  test('one whose link has expired', async () => {
    await updateRows(
      db,
      'appointment_access',
      { appointment_id: Number(booked.body['id']) },
      { expires_at: new Date(Date.now() - 1000) },
    )
    expect((await find()).outcome).toBe('404 not_found')
  })

  test('and costs the same: the database is sent the same statements', async () => {
    const query = vi.spyOn(PreparedClient.prototype, 'query')
    const statements = async (changes: Record<string, unknown>) => {
      query.mockClear()
      await find(changes)
      return query.mock.calls.map(([sent]) =>
        typeof sent === 'string' ? sent : (sent as { text: string }).text,
      )
    }
    const wrong = await statements({ last_name: 'Whitfield' })
    const absent = await statements({ reference: '00000-00000' })
    query.mockRestore()
    expect(wrong.join()).toContain('appointment_access')
    expect(absent).toEqual(wrong)
  })
})

test.each([
  ['a reference that is none', { reference: 'ABC' }, 'reference'],
  ['no surname', { last_name: '' }, 'last_name'],
  ['a birth date to come', { dob: '2999-01-01' }, 'dob'],
  ['a field that is not known', { email: 'a@b.example' }, 'email'],
])('%s is a 400', async (_, changes, field) => {
  const answer = await find(changes)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
})

describe('details that changed since', () => {
  test('by staff or the guest are as good as those that were declared', async () => {
    await change(guest.id, { last_name: 'Lovell' })
    expect((await find({ last_name: 'Lovell' })).status).toBe(200)
    expect((await find()).status).toBe(200)
  })

  test('by a merge open nothing: only what was declared does, under the name it was issued to', async () => {
    const patient = await addGuest(db)
    await change(patient.id, { last_name: 'Whitfield', dob: '1970-01-01' })
    for (const [kept, merged] of [
      [patient.id, guest.id],
      [guest.id, patient.id],
    ] as const) {
      const fields = { last_name: patient.id, dob: patient.id }
      const { undo } = await mergeRecords(server, kept, merged, fields)
      const theirs = await find({ last_name: 'Whitfield', dob: '1970-01-01' })
      expect(theirs.outcome, `kept ${kept}`).toBe('404 not_found')
      const declared = await find()
      const shown = await read(booked.body['id'], declared.body['access_token'])
      expect(shown.body['patient']).toEqual(booked.body['patient'])
      await undo()
    }
  })
})

test('finding is on the audit trail, as the guest', async () => {
  await find()
  const trail = await auditLines(db, ['actor_id', 'actor_role', 'patient_id'], {
    action: 'appointment.found',
    subject_id: Number(booked.body['id']),
  })
  expect(trail).toEqual([{ actor_id: guest.id, actor_role: 'guest', patient_id: guest.id }])
})

describe('guesses', () => {
  beforeEach(() => {
    server.services.settings = testSettings({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' })
  })
  const from = (source: number, changes: Record<string, unknown>, on = server) =>
    send(on, 'POST', PATH, {
      body: { reference, ...DECLARED, ...changes },
      headers: { 'X-Forwarded-For': `192.0.2.${source}` },
    })
  const tries = async (count: number, make: (index: number) => Promise<Answer>) =>
    tally(await Promise.all(Array.from({ length: count }, (_, index) => make(index))))

  test('of one source end after ten, also over many references; a right answer is none', async () => {
    const wrong = (index: number) => ({ reference: `0000${index % 10}-0000${index > 9 ? 1 : 0}` })
    expect((await from(1, {})).status).toBe(200)
    expect(await tries(12, (index) => from(1, wrong(index)))).toEqual({
      '404 not_found': 10,
      '429 too_many_requests': 2,
    })
    expect((await from(2, {})).status).toBe(200)
  })

  test('at one reference end after ten, from wherever they come, whether it exists or not', async () => {
    for (const guessed of [reference, 'ZZZZZ-ZZZZZ']) {
      const guess = (index: number) =>
        from(100 + index, { reference: guessed, dob: `1980-01-${10 + index}` })
      expect(await tries(12, guess)).toEqual({ '404 not_found': 10, '429 too_many_requests': 2 })
    }
    const other = await startTestServer({
      environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' },
      database: server.database,
    })
    const right = await from(200, {}, other)
    await other.stop()
    expect(right.outcome).toBe('429 too_many_requests')
    expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(23 * 3600)
  })
})
