import { randomBytes, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPin } from '#server/identity/pin.ts'
import { addClinician } from '../clinic-factory.ts'
import { send, tally } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let desk: SignedInPerson
beforeAll(async () => {
  server = await startTestServer()
  desk = await addSignedIn(server, {
    person: { is_staff: true },
    permissions: ['clinic.view_staff', 'clinic.view_appointmenttype'],
  })
})
afterAll(() => server.stop())

const check = (staffId: number, pin: string) =>
  send(server, 'GET', `/api/admin/validate_clinician_pin_code/?staff_id=${staffId}`, {
    headers: { ...desk.headers, 'Clinician-Pin-Code': pin },
  })

/** The PIN costs little to try, which is told beside it. */
async function clinicianWithPin(pin: string): Promise<number> {
  const { id } = await addClinician(server.database.db)
  const cost = { N: 2 ** 10, r: 8, p: 1 }
  await server.database.db
    .updateTable('staff')
    .set({ pin_hash: await hashPin(pin, randomBytes(16), cost) })
    .where('id', '=', id)
    .execute()
  return id
}

test('a PIN is right for the clinician whose it is, and for no other', async () => {
  const one = await clinicianWithPin('1357')
  const two = await clinicianWithPin('9753')
  expect((await check(one, '1357')).body).toEqual({ valid: true })
  expect((await check(one, '9753')).body).toEqual({ valid: false })
  expect((await check(two, '9753')).body).toEqual({ valid: true })
  expect((await check(2_000_000_000, '1357')).body).toEqual({ valid: false })
})

test('one that was kept before the cost of computing it was is right as before', async () => {
  const { id } = await addClinician(server.database.db)
  const salt = Buffer.from('a salt of before')
  const key = scryptSync('1357', salt, 32)
  await server.database.db
    .updateTable('staff')
    .set({ pin_hash: `${salt.toString('base64url')}.${key.toString('base64url')}` })
    .where('id', '=', id)
    .execute()
  expect((await check(id, '1357')).body).toEqual({ valid: true })
  expect((await check(id, '1358')).body).toEqual({ valid: false })
})

test('nobody without a PIN, and nobody who has left, has one that is right', async () => {
  const { id } = await addClinician(server.database.db)
  expect((await check(id, '0000')).body).toEqual({ valid: false })
  const gone = await clinicianWithPin('1357')
  await server.database.db
    .updateTable('staff')
    .set({ is_deleted: true })
    .where('id', '=', gone)
    .execute()
  expect((await check(gone, '1357')).body).toEqual({ valid: false })
})

test.each(['admin/validate_clinician_pin_code/', 'admin/available_appointment_types/'])(
  '%s takes a PIN in a header, never in the address',
  async (path) => {
    const id = await clinicianWithPin('1357')
    const ask = (query: string, headers: Record<string, string>) =>
      send(server, 'GET', `/api/${path}?staff_id=${id}${query}`, {
        headers: { ...desk.headers, ...headers },
      })
    const inAddress = await ask('&pin_code=1357', { 'Clinician-Pin-Code': '1357' })
    expect(inAddress.status).toBe(400)
    expect(inAddress.body).toEqual({ pin_code: ['This field is not known.'] })
    for (const pin of ['135', 'one three five', '123456789']) {
      const answer = await ask('', { 'Clinician-Pin-Code': pin })
      expect(answer.body).toEqual({ 'Clinician-Pin-Code': ['Give the 4 to 8 digits of the PIN'] })
    }
    expect((await ask('', { 'Clinician-Pin-Code': '1357' })).status).toBe(200)
  },
)

test('a check without a PIN is a 400 that names the header', async () => {
  const path = '/api/admin/validate_clinician_pin_code/?staff_id=1'
  const answer = await send(server, 'GET', path, { headers: desk.headers })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ 'Clinician-Pin-Code': ['This header is required.'] })
})

test('is not found by trying, one after another or all at once', async () => {
  const id = await clinicianWithPin('9014')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => check(id, String(index).padStart(4, '0'))),
  )
  expect(tally(answers)).toEqual({ 200: 10, '429 too_many_requests': 30 })
  const other = await clinicianWithPin('0014')
  expect((await check(other, '0014')).body).toEqual({ valid: true })
})

test('ten wrong ones lock it, and the right one no longer helps', async () => {
  const id = await clinicianWithPin('8642')
  for (let tries = 0; tries < 10; tries += 1) expect((await check(id, '1111')).status).toBe(200)
  expect((await check(id, '8642')).outcome).toBe('429 too_many_requests')
})

test('is kept as something else each time, never as it is', async () => {
  const [first, second] = await Promise.all([hashPin('2468'), hashPin('2468')])
  expect(first).not.toBe(second)
  expect(first).not.toContain('2468')
  expect(first).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
})
