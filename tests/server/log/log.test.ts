import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { eventually } from '../../eventually.ts'
import { addGuest, guestDetails, openMorning } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { addClinicianUser, addSignedIn } from '../signed-in.ts'
import { startTestServer } from '../test-server.ts'

const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })
const server = await startTestServer({ services: { log } })
afterAll(() => server.stop())

const PERSON = {
  ...guestDetails(),
  first_name: 'Wilhelmina',
  last_name: 'Featherstonehaugh',
  email: 'wilhelmina@private.example',
  mobile: '07700 900555',
  dob: '1951-04-03',
  address1: '17 Cormorant Crescent',
  postcode: 'ZZ9 9ZZ',
  nhs_number: '9434765919',
}
const NOTES = 'A rash that itches at night'

/** Everything of a person or of their secrets that must not be found in a log. */
const told = (...secrets: unknown[]) =>
  [
    'Wilhelmina',
    'Featherstonehaugh',
    'private.example',
    '900555',
    '1951-04',
    'Cormorant',
    'ZZ9',
    '9434765919',
    'itches',
    ...secrets.map(String),
  ].filter((word) => lines.some((line) => line.includes(word)))

test('whoever is refused what they may not do is logged by their number, and by nothing else', async () => {
  const person = await addSignedIn(server, { person: PERSON, clinician: true })
  const staff = await addClinicianUser(server, ['clinic.view_staff'])
  lines.length = 0
  const { ask, headers } = person
  const refused = await ask('GET', '/api/admin/auditevents/?action=person')
  expect(refused.status).toBe(403)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ status: 403, personId: person.id, route: '/api/admin/auditevents' }),
  ])
  await ask('GET', '/api/private/sessions/')
  expect(JSON.parse(lines.at(-1) ?? '{}')).not.toHaveProperty('personId')

  lines.length = 0
  const tried = `/api/admin/validate_clinician_pin_code/?staff_id=${person.staffId}`
  const withPin = { ...staff.headers, 'Clinician-Pin-Code': '90210' }
  await send(server, 'GET', tried, { headers: withPin })
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    level: 40,
    msg: 'a PIN was wrong',
    personId: staff.id,
    staffId: person.staffId,
  })
  for (const pin of ['90211', 'nine-oh-two']) {
    await staff.ask('GET', `${tried}&pin_code=${pin}`)
  }
  await staff.ask('GET', `${tried}&pin_code=90212&pin_code=90213`)
  const said = told('90210', '90211', 'nine-oh', '90212', headers.Cookie, staff.headers.Cookie)
  expect(said).toEqual([])
})

test('nothing a person told, and no token, is in the log, whatever comes of the request', async () => {
  lines.length = 0
  const { db } = server.database
  const clinic = await openMorning(db)
  const created = await send(server, 'POST', '/api/public/users/', { body: PERSON })
  const token = String(created.body['guest_access_token'])
  const wanted = {
    appointment_type_id: clinic.type.id,
    start: clinic.start.toISOString(),
    site_id: clinic.site.id,
  }
  const hold = await send(server, 'POST', '/api/public/slot-holds/?key=the-secret-key', {
    body: wanted,
  })
  const headers = {
    'Guest-User-Access-Token': token,
    'Slot-Hold-Token': String(hold.body['token']),
    'Idempotency-Key': 'an-idempotency-key',
  }
  const bodies = [
    { ...wanted, notes: NOTES },
    { ...wanted, notes: NOTES, colour: 'red' },
  ]
  for (const body of bodies)
    await send(server, 'POST', '/api/public/appointments/', { body, headers })
  await send(server, 'GET', '/api/public/addresses/autocomplete/17%20Cormorant%20Crescent/')
  await send(server, 'GET', '/api/public/gpsurgeries/?search=Featherstonehaugh')
  await send(server, 'GET', '/api/nothing/Featherstonehaugh/')
  await send(server, 'POST', '/api/public/users/', { raw: `{"first_name": Wilhelmina}` })
  await send(server, 'POST', '/api/public/users/', { body: { ...PERSON, dob: 'Wilhelmina' } })
  expect(lines.length).toBeGreaterThan(6)
  expect(
    told(token, hold.body['token'], 'the-secret-key', 'an-idempotency-key', clinic.type.slug),
  ).toEqual([])
})

test('what PostgreSQL says of a row it refused is in no answer and no log, its name is in the log', async () => {
  const { db } = server.database
  await sql`alter table person add constraint nobody_so_called
    check (last_name <> 'Featherstonehaugh') not valid`.execute(db)
  lines.length = 0
  const answer = await send(server, 'POST', '/api/public/users/', { body: PERSON })
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    code: 'internal',
    detail: 'Something went wrong on our side. Try again.',
  })
  expect(told()).toEqual([])
  const fault = JSON.parse(lines.find((line) => line.includes('request failed')) ?? '{}')
  expect(fault).toMatchObject({
    level: 50,
    requestId: answer.headers.get('X-Request-Id'),
    method: 'POST',
    route: '/api/public/users',
    err: { code: '23514', constraint: 'nobody_so_called' },
  })
  expect(fault.err.stack).toMatch(/guest-users\.ts/)
})

test.each([
  '/api/public/appointmentcategories/%zz/',
  '/api/public/addresses/autocomplete/%E0%A4/',
  '/api/%',
])('%s is a 400, and no error of ours', async (path) => {
  lines.length = 0
  const answer = await send(server, 'GET', path)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ non_field_errors: ['This address is not valid.'] })
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([])
})

test.each([
  ['/api/public/users', 'application/json', '{"first_name": "Wil'],
  [
    '/api/admin/users/import',
    'multipart/form-data; boundary=part',
    '--part\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nFirst na',
  ],
])('a body to %s that its sender breaks off is no error of ours', async (route, type, start) => {
  const { headers } = await addSignedIn(server, { person: { is_superuser: true } })
  lines.length = 0
  const sent = request(`${server.url}${route}/`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': type, 'Content-Length': 1_000 },
  })
  sent.on('error', () => undefined)
  await new Promise((resolve) => sent.write(start, resolve))
  sent.destroy()
  const logged = () => lines.map((line) => JSON.parse(line))
  await eventually(() =>
    expect(logged()).toContainEqual(expect.objectContaining({ route, status: 400 })),
  )
  expect(logged().filter(({ level }) => level > 30)).toEqual([])
})

test('what an address service answers badly is in no log', async () => {
  const guest = await addGuest(server.database.db)
  server.services.addresses = {
    suggest: async () => JSON.parse('Cormorant'),
    find: () => Promise.reject(new Error('no answer', { cause: { address: 'Cormorant' } })),
  }
  lines.length = 0
  for (const path of ['autocomplete/cor/', 'some-id/']) {
    const answer = await send(server, 'GET', `/api/public/addresses/${path}`, {
      headers: { 'Guest-User-Access-Token': guest.token },
    })
    expect(answer.status).toBe(500)
  }
  expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(2)
  expect(told(guest.token)).toEqual([])
})
