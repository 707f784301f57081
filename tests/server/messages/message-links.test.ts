import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { tokenHash } from '#server/identity/token.ts'
import { addReception, bookOnline, type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { mergeRecords } from '../merging/likely-pair.ts'
import { auditLines, insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addWaiting } from '../waiting-list/waiting-rows.ts'
import { runMailbox, sendWaiting } from './mailbox.ts'

/* A link in a message is for one address and one appointment (docs/decisions/0102). */

const server = await runTestServer()
const { db } = server.database
const { taken } = await runMailbox(server)
const reception = await addReception(server)
const staff = await addStaffUser(server, ['clinic.change_user', 'clinic.view_user'])

let day: ClinicDay
beforeEach(async () => {
  day = await openClinicDay(server)
})

type Told = Awaited<ReturnType<typeof told>>

/** Of the last message. */
const lastToken = () => /#access=([\w-]+)/.exec(taken.at(-1)?.text ?? '')?.[1] ?? ''

/** A patient without an account, who was told of an appointment. */
async function told(email = 'ada@example.test', time = '09:00') {
  const booked = await bookOnline(server, day, time)
  const appointment = await oneRow(db, 'appointment', Number(booked.body['id']))
  await updateRows(db, 'person', appointment.patient_id ?? 0, { email })
  const patient = await oneRow(db, 'person', appointment.patient_id ?? 0)
  await sendWaiting(server)
  const token = lastToken()
  const opens = async (of = token) =>
    (
      await send(server, 'GET', `/api/public/appointments/${appointment.id}/`, {
        headers: { 'Guest-User-Access-Token': of },
      })
    ).status === 200
  expect(await opens()).toBe(true)
  return { patient, appointment, token, opens }
}

async function move({ appointment: { id } }: Told, to: string) {
  const { version } = await oneRow(db, 'appointment', id)
  return await reception.ask('PUT', `/api/admin/appointments/${id}/`, {
    version,
    start: day.at(to),
  })
}

test('the link ends a week after the appointment', async () => {
  const { token, appointment } = await told()
  const { expires_at } = await oneRow(db, 'appointment_access', { token_hash: tokenHash(token) })
  expect(expires_at.getTime() - appointment.ends_at.getTime()).toBe(7 * 86_400_000)
})

test('the next message to the same address replaces it', async () => {
  const one = await told()
  expect((await move(one, '10:00')).status).toBe(200)
  expect(await one.opens()).toBe(true)
  await sendWaiting(server)
  expect(await one.opens()).toBe(false)
  expect(await one.opens(lastToken())).toBe(true)
})

test('a message that was not taken replaces nothing', async () => {
  const one = await told()
  await move(one, '10:00')
  await db.updateTable('message').set({ state: 'failed' }).where('state', '=', 'waiting').execute()
  expect(await one.opens()).toBe(true)
})

test.each([
  ['corrected', { email: 'ada.bell@example.test' }, false],
  ['removed', { email: '' }, false],
  ['written in other letters', { email: 'ADA@example.test' }, true],
  ['kept while another detail changes', { mobile: '07700 900 111' }, true],
])('an address that is %s: %o leaves the link open: %s', async (_, change, isOpen) => {
  const { patient, opens } = await told()
  await updateRows(db, 'person', patient.id, change)
  expect(await opens()).toBe(isOpen)
})

test('an address that is corrected while a message is written gets neither it nor a link', async () => {
  const { id } = await addPerson(db, { first_name: 'Ada', email: 'old@example.test' })
  const starts_at = new Date(day.at('13:00'))
  const appointment = await addAppointment(db, { patient_id: id, starts_at })
  const sending = await db.transaction().execute(async (tx) => {
    await updateRows(tx, 'person', id, { email: 'new@example.test' })
    const begun = sendWaiting(server)
    await Promise.race([begun, wait(1_000)])
    return [begun]
  })
  await Promise.all(sending)
  expect(taken).toEqual([])
  await sendWaiting(server)
  expect(await rowsWhere(db, 'message', { appointment_id: appointment.id })).toMatchObject([
    { recipient: 'new@example.test' },
  ])
  const links = await rowsWhere(db, 'appointment_access', { appointment_id: appointment.id })
  expect(links.map(({ sent_to }) => sent_to)).toEqual(['new@example.test'])
})

test('staff end all links of an appointment, and the next message has a new one', async () => {
  const one = await told()
  const other = await told('bea@example.test', '11:00')
  const path = `/api/admin/appointments/${one.appointment.id}/end-links/`
  const ended = await reception.ask('POST', path)
  expect([ended.status, ended.body]).toEqual([200, { ended: 3 }])
  expect([await one.opens(), await other.opens()]).toEqual([false, true])
  const lines = await auditLines(db, ['change'], {
    action: 'appointment.links_ended',
    patient_id: one.patient.id,
  })
  expect(lines).toEqual([{ change: { ended: 3 } }])
  await move(one, '10:00')
  await sendWaiting(server)
  expect(await one.opens(lastToken())).toBe(true)
})

test('staff end all links of a person, and those of nobody else', async () => {
  const one = await told()
  const other = await told('bea@example.test', '11:00')
  const path = `/api/admin/users/${one.patient.id}/end-links/`
  expect((await staff.ask('POST', path)).body).toEqual({ ended: 3 })
  expect([await one.opens(), await other.opens()]).toEqual([false, true])
})

/** As who has the message and knows what it says. */
async function found({ patient, appointment }: Told): Promise<string> {
  const dob = patient.dob ?? ''
  const { body } = await send(server, 'POST', '/api/public/appointments/find/', {
    body: { reference: appointment.reference, last_name: patient.last_name, dob },
  })
  return String(body['access_token'])
}

test('a link that was found by one in a message ends as that one does', async () => {
  const one = await told()
  // The one that was shown when it was booked would be found first.
  await db.deleteFrom('appointment_access').where('channel', 'is', null).execute()
  const token = await found(one)
  expect(await one.opens(token)).toBe(true)
  const [sent, copy] = await Promise.all(
    [one.token, token].map((of) => oneRow(db, 'appointment_access', { token_hash: tokenHash(of) })),
  )
  expect({ ...copy, token_hash: null }).toEqual({ ...sent, token_hash: null })
  await updateRows(db, 'person', one.patient.id, { email: 'ada.bell@example.test' })
  expect(await one.opens(token)).toBe(false)
})

test('a link that was shown is found before one that was sent', async () => {
  const one = await told()
  const token = await found(one)
  await updateRows(db, 'person', one.patient.id, { email: 'ada.bell@example.test' })
  expect(await one.opens(token)).toBe(true)
})

test('an address that came with a merge gets links only while it is merged', async () => {
  const patient = await addPerson(db, { first_name: 'Ada', email: '' })
  const stranger = await told('stranger@example.test')
  const merge = await mergeRecords(server, patient.id, stranger.patient.id)
  const appointment = await addAppointment(db, {
    patient_id: patient.id,
    starts_at: new Date(day.at('13:00')),
  })
  await sendWaiting(server)
  const headers = { 'Guest-User-Access-Token': lastToken() }
  const path = `/api/public/appointments/${appointment.id}/`
  expect((await send(server, 'GET', path, { headers })).status).toBe(200)
  await merge.undo()
  expect((await send(server, 'GET', path, { headers })).status).toBe(401)
  expect(await stranger.opens()).toBe(true)
})

test('a link to what came with a merge ends when the merge is undone', async () => {
  const kept = await addPerson(db, {
    first_name: 'Ada',
    email: 'kept@example.test',
    is_guest: true,
  })
  const stranger = await told('stranger@example.test')
  const merge = await mergeRecords(server, kept.id, stranger.patient.id)
  expect((await move(stranger, '10:00')).status).toBe(200)
  await sendWaiting(server)
  const token = lastToken()
  expect(token).not.toBe(stranger.token)
  expect(await stranger.opens(token)).toBe(true)
  await merge.undo()
  expect(await stranger.opens(token)).toBe(false)
  expect(await stranger.opens()).toBe(true)
})

test('and so does one to a place on the waiting list', async () => {
  const kept = await addPerson(db, { first_name: 'Ada', email: 'kept@example.test' })
  const { patient, appointment } = await told('stranger@example.test')
  const { appointment_type_id } = appointment
  const entry = await addWaiting(db, { patient_id: patient.id, appointment_type_id })
  const merge = await mergeRecords(server, kept.id, patient.id)
  const expires_at = new Date(Date.now() + 60_000)
  for (const issued_to of [kept.id, patient.id]) {
    const token_hash = tokenHash(`link of ${issued_to}`)
    await insertRow(db, 'waiting_list_access', {
      token_hash,
      entry_id: entry.id,
      issued_to,
      expires_at,
    })
  }
  await merge.undo()
  const left = await db.selectFrom('waiting_list_access').select('issued_to').execute()
  expect(left).toEqual([{ issued_to: patient.id }])
})
