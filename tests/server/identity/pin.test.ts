import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { hashPin, PIN_COST } from '#server/identity/pin.ts'
import { createLog } from '#server/log/log.ts'
import { isFull } from '../../amount.ts'
import { CHEAP_PIN } from '../cheap-pin.ts'
import { addClinician } from '../clinic-factory.ts'
import { oneRow, updateRows } from '../rows.ts'
import { send, tally } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database
const desk = await addStaffUser(server, ['clinic.view_staff', 'clinic.view_appointmenttype'])

const check = (staffId: number, pin: string, { headers } = desk) =>
  send(server, 'GET', `/api/admin/validate_clinician_pin_code/?staff_id=${staffId}`, {
    headers: { ...headers, 'Clinician-Pin-Code': pin },
  })

async function clinicianWithPin(pin: string): Promise<number> {
  const { id } = await addClinician(db)
  await setPin(id, pin)
  return id
}

async function setPin(id: number, pin: string): Promise<void> {
  await updateRows(db, 'staff', id, { pin_hash: await hashPin(pin, CHEAP_PIN) })
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
  const { id } = await addClinician(db)
  const salt = Buffer.from('a salt of before')
  const key = scryptSync('1357', salt, 32)
  await updateRows(db, 'staff', id, {
    pin_hash: `${salt.toString('base64url')}.${key.toString('base64url')}`,
  })
  expect((await check(id, '1357')).body).toEqual({ valid: true })
  expect((await check(id, '1358')).body).toEqual({ valid: false })
})

test('nobody without a PIN, and nobody who has left, has one that is right', async () => {
  const { id } = await addClinician(db)
  expect((await check(id, '0000')).body).toEqual({ valid: false })
  const gone = await clinicianWithPin('1357')
  await updateRows(db, 'staff', gone, { is_deleted: true })
  expect((await check(gone, '1357')).body).toEqual({ valid: false })
})

test.each(['admin/validate_clinician_pin_code/', 'admin/available_appointment_types/'])(
  '%s takes a PIN in a header, which goes before one in the address',
  async (path) => {
    const id = await clinicianWithPin('1357')
    const ask = (query: string, headers: Record<string, string>) =>
      send(server, 'GET', `/api/${path}?staff_id=${id}${query}`, {
        headers: { ...desk.headers, ...headers },
      })
    const inAddress = await ask('&pin_code=1357', {})
    expect(inAddress.status, inAddress.text).toBe(200)
    const odd = await ask('&pin_code=135', {})
    expect(odd.body).toEqual({ pin_code: ['Enter the 4 to 8 digits of the PIN'] })
    expect((await ask('&pin_code=1111', { 'Clinician-Pin-Code': '1357' })).body).toEqual(
      inAddress.body,
    )
    for (const pin of ['135', 'one three five', '123456789']) {
      const answer = await ask('', { 'Clinician-Pin-Code': pin })
      expect(answer.body).toEqual({ 'Clinician-Pin-Code': ['Enter the 4 to 8 digits of the PIN'] })
    }
    expect((await ask('', { 'Clinician-Pin-Code': '1357' })).status).toBe(200)
  },
)

test('wrong ones in the address count like those in the header', async () => {
  const id = await clinicianWithPin('7531')
  const inAddress = (pin: string) =>
    desk.ask('GET', `/api/admin/validate_clinician_pin_code/?staff_id=${id}&pin_code=${pin}`)
  expect((await inAddress('7531')).body).toEqual({ valid: true })
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await inAddress('1111')).body).toEqual({ valid: false })
    expect((await check(id, '1111')).body).toEqual({ valid: false })
  }
  expect((await inAddress('7531')).outcome).toBe('429 too_many_requests')
})

test('a check without a PIN is a 400 that asks for it', async () => {
  const path = '/api/admin/validate_clinician_pin_code/?staff_id=1'
  const answer = await desk.ask('GET', path)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ pin_code: ['Enter the PIN of this clinician'] })
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

const READER = {
  person: { is_staff: true },
  permissions: ['clinic.view_staff'] as Permission[],
}

test('ten wrong ones keep out who tried them, and nobody else', async () => {
  const id = await clinicianWithPin('8642')
  for (let tries = 0; tries < 10; tries += 1) expect((await check(id, '1111')).status).toBe(200)
  expect((await check(id, '8642')).outcome).toBe('429 too_many_requests')
  expect((await check(id, '8642', await addSignedIn(server, READER))).body).toEqual({ valid: true })
  const { person_id: personId } = await oneRow(db, 'staff', id)
  const clinician = await addSignedIn(server, { ...READER, personId })
  expect((await check(id, '8642', clinician)).body).toEqual({ valid: true })
})

/** As if so many had been wrong already, of whatever is counted so. */
const setFailures = (kind: string, points: number) =>
  db.updateTable('failed_attempt').set({ points }).where('key', 'like', `${kind}:%`).execute()

test('one caller has fifty wrong tries a day, at however many clinicians', async () => {
  const caller = await addSignedIn(server, READER)
  const others = await Promise.all(['0001', '0002', '0003', '0004'].map(clinicianWithPin))
  expect((await check(others[0] ?? 0, '9999', caller)).status).toBe(200)
  await setFailures('pin-caller', 46)
  const tries = await Promise.all(others.map((id) => check(id, '9999', caller)))
  expect(tally(tries)).toEqual({ 200: 4 })
  const id = await clinicianWithPin('1357')
  const refused = await check(id, '1357', caller)
  expect(refused.outcome).toBe('429 too_many_requests')
  expect(refused.body['detail']).toBe('Too many failed attempts. Wait 24 hours and try again.')
  expect((await check(id, '1357', await addSignedIn(server, READER))).body).toEqual({ valid: true })
})

test.runIf(isFull)(
  'many accounts together try 200 a day; who has shown the PIN lately is not kept out',
  async () => {
    const lines: string[] = []
    server.services.log = createLog('error', { write: (line) => void lines.push(line) })
    const id = await clinicianWithPin('7410')
    const regular = await addSignedIn(server, READER)
    expect((await check(id, '7410', regular)).body).toEqual({ valid: true })
    const callers = await Promise.all(Array.from({ length: 21 }, () => addSignedIn(server, READER)))
    const guesses = callers.flatMap((caller) => Array.from({ length: 10 }, () => caller))
    const answers = await Promise.all(guesses.map((caller) => check(id, '0000', caller)))
    expect(tally(answers)).toEqual({ 200: 200, '429 too_many_requests': 10 })

    const newcomer = await addSignedIn(server, READER)
    for (let tries = 0; tries < 12; tries += 1) {
      expect((await check(id, '7410', newcomer)).outcome).toBe('429 too_many_requests')
    }
    expect((await check(id, '7410', regular)).body).toEqual({ valid: true })
    const elsewhere = await clinicianWithPin('1357')
    expect((await check(elsewhere, '1357', newcomer)).body).toEqual({ valid: true })
    // Said once, so that somebody looks.
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ staffId: id, msg: 'a PIN is tried from many accounts' }),
    ])

    // A new PIN starts again, also for who knew the old one.
    await setPin(id, '0147')
    expect((await check(id, '0147', newcomer)).body).toEqual({ valid: true })
    server.services.log = createLog('silent')
  },
)

test('who has shown a PIN does not stay known once it has changed', async () => {
  const id = await clinicianWithPin('7410')
  const regular = await addSignedIn(server, READER)
  expect((await check(id, '7410', regular)).body).toEqual({ valid: true })
  await setPin(id, '0147')
  expect((await check(id, '0000', await addSignedIn(server, READER))).body).toEqual({
    valid: false,
  })
  await setFailures('pin-clinician', 200)
  expect((await check(id, '7410', regular)).outcome).toBe('429 too_many_requests')
})

test('is kept as something else each time, never as it is', async () => {
  const [first, second] = await Promise.all([
    hashPin('2468', CHEAP_PIN),
    hashPin('2468', CHEAP_PIN),
  ])
  expect(first).not.toBe(second)
  expect(first).not.toContain('2468')
  expect(first).toMatch(/^scrypt\$1024\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(PIN_COST).toEqual({ N: 131_072, r: 8, p: 1 })
})
