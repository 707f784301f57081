import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addClinician } from '../clinic-factory.ts'
import { newestAuditLine, oneRow, updateRows } from '../rows.ts'
import { type Answer, listedRows, send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addAppointmentWithOutcome, addOutcome, offerOutcome } from './recorded-outcome-rows.ts'

/* Outcomes after completion: added, changed and withdrawn, each with a reason; nothing is lost. */

const server = await runTestServer()
const { db } = server.database
const needed: Permission[] = [
  'clinic.view_appointment',
  'clinic.change_appointment',
  'clinic.view_outcome',
  'clinic.add_outcome',
  'clinic.change_outcome',
  'clinic.delete_outcome',
  'clinic.view_other_appointments',
]
const staff = await addStaffUser(server, needed)
const me = await addSignedIn(server)

let made: Awaited<ReturnType<typeof addAppointmentWithOutcome>>
let another: Awaited<ReturnType<typeof offerOutcome>>
beforeEach(async () => {
  made = await addAppointmentWithOutcome(db, { patient_id: me.id })
  another = await offerOutcome(db, made.appointment)
})

const outcomes = (method: string, rest = '', body?: object, headers = staff.headers) =>
  send(server, method, `/api/admin/appointments/${made.appointment.id}/outcomes/${rest}`, {
    headers,
    body,
  })
const add = (outcome_id: number, version = 1) =>
  outcomes('POST', '', { version, outcome_id, reason: 'Forgotten' })
const change = (outcome_id: number, version = 1, recorded = made.recorded.id) =>
  outcomes('PUT', `${recorded}/`, { version, outcome_id, reason: 'A wrong tick' })
const withdraw = (version = 1, recorded = made.recorded.id) =>
  outcomes('DELETE', `${recorded}/`, { version, reason: 'Not given' })
const toRows = ({ body }: Answer) => listedRows<Record<string, unknown>>(body)
const present = async () =>
  (
    (await staff.ask('GET', `/api/admin/appointments/${made.appointment.id}/`)).body[
      'outcomes'
    ] as { name: string }[]
  ).map(({ name }) => name)

test('one that was forgotten is added with a reason, which the patient does not read', async () => {
  const answer = await add(another.id)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({
    appointment: { version: 2 },
    may: ['add', 'change', 'withdraw'],
  })
  expect(toRows(answer)[0]).toMatchObject({
    outcome_id: another.id,
    reason: 'Forgotten',
    recorded_by_name: expect.stringContaining('Number'),
    ended: null,
  })
  expect(await present()).toEqual([made.outcome.name, another.name])
  expect(
    await newestAuditLine(db, ['subject_id', 'patient_id', 'change'], { action: 'outcome.added' }),
  ).toEqual({
    subject_id: made.appointment.id,
    patient_id: me.id,
    change: { outcome_ids: [another.id], reason: 'Forgotten' },
  })
  const own = await me.ask('GET', `/api/private/appointments/${made.appointment.id}/outcomes/`)
  expect(own.text).not.toContain('Forgotten')
  expect(own.body).toMatchObject({ offered: [], may: [] })
})

test('one that was wrong is replaced; the earlier one stays readable and says by what', async () => {
  const answer = await change(another.id)
  expect(answer.status, answer.text).toBe(200)
  const [now, before] = toRows(answer)
  expect(now).toMatchObject({ outcome_id: another.id, replaces: made.recorded.id, ended: null })
  expect(before).toMatchObject({ id: made.recorded.id, replaced_by: now?.['id'] })
  expect(before?.['ended']).not.toBeNull()
  expect(await present()).toEqual([another.name])
  const letter = await me.ask(
    'GET',
    `/api/private/appointmentoutcomes/${made.outcome.id}/render/?appointment_id=${made.appointment.id}`,
  )
  expect(letter.body['replaced']).toMatchObject({
    by: { id: now?.['id'], outcome_id: another.id, name: another.name },
  })
})

test('an outcome is brought to its present version, but not to the one that it has', async () => {
  expect((await change(made.outcome.id)).body).toEqual({
    outcome_id: [expect.stringContaining('its letter is right')],
  })
  await updateRows(db, 'appointment_outcome', made.outcome.id, { template_code: 'Newer' })
  const [now] = toRows(await change(made.outcome.id))
  expect(now).toMatchObject({ outcome_id: made.outcome.id, version: 2, is_outdated: false })
})

test('one that was withdrawn no longer counts, can be read and can be added again', async () => {
  const answer = await withdraw()
  expect(answer.status, answer.text).toBe(200)
  expect(toRows(answer)[0]).toMatchObject({ withdrawn_reason: 'Not given', replaced_by: null })
  expect(await present()).toEqual([])
  const letter = await staff.ask(
    'GET',
    `/api/admin/appointmentoutcomes/${made.outcome.id}/render/?appointment_id=${made.appointment.id}`,
  )
  expect(letter.body['withdrawn']).not.toBeNull()
  expect((await withdraw(2)).status).toBe(409)
  expect((await add(made.outcome.id, 2)).status).toBe(201)
  expect(await present()).toEqual([made.outcome.name])
})

test('of two people who change it at once, the second is told who was first', async () => {
  const answers = await Promise.all([change(another.id), withdraw()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'stale',
    detail: expect.stringMatching(/You (changed|withdrew) an outcome/),
  })
})

test('one that is archived meanwhile, that its type does not offer or that it has is refused', async () => {
  const foreign = await addOutcome(db)
  await updateRows(db, 'appointment_outcome', another.id, { archived: true })
  for (const id of [foreign.id, another.id, made.outcome.id]) {
    const answer = await add(id)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual(['outcome_id'])
  }
  expect((await change(another.id)).status).toBe(400)
  expect(await present()).toEqual([made.outcome.name])
})

test('a reason is needed, and the appointment has to have taken place', async () => {
  const unreasoned = await outcomes('DELETE', `${made.recorded.id}/`, { version: 1, reason: ' ' })
  expect(unreasoned.body).toEqual({ reason: ['Enter a reason'] })
  await updateRows(db, 'appointment', made.appointment.id, { status: 'booked', completed_on: null })
  const early = await add(another.id, 2)
  expect(early.status).toBe(409)
  expect(early.body['detail']).toMatch(/has not been completed/)
})

test('each action takes its permission, and a colleague’s appointment one more', async () => {
  const reader = await addStaffUser(server, [
    'clinic.view_outcome',
    'clinic.view_other_appointments',
  ])
  expect((await outcomes('GET', '', undefined, reader.headers)).body['may']).toEqual([])
  const body = { version: 1, reason: 'No', outcome_id: another.id }
  expect((await outcomes('POST', '', body, reader.headers)).status).toBe(403)
  const own = await addStaffUser(server, needed.slice(0, -1))
  expect((await outcomes('GET', '', undefined, own.headers)).status).toBe(403)
  expect((await outcomes('POST', '', body, own.headers)).status).toBe(403)
  expect((await addClinician(db)).id).not.toBe(made.appointment.staff_id)
})

test('set back to booked and completed again, an appointment has what it was given last', async () => {
  const path = `/api/admin/appointments/${made.appointment.id}/`
  const booked = await staff.ask('PUT', `${path}reinstate_appointment/`, {
    version: 1,
    reason: 'Too early',
  })
  expect(booked.body).toMatchObject({ status: 'booked', outcomes: [] })
  const completed = await staff.ask('PUT', `${path}complete_appointment/`, {
    version: booked.body['version'],
    outcome_ids: [made.outcome.id],
  })
  expect(completed.status, completed.text).toBe(200)
  expect(await present()).toEqual([made.outcome.name])
  const [now, before] = toRows(await outcomes('GET'))
  expect(now).toMatchObject({ ended: null })
  expect(before).toMatchObject({ id: made.recorded.id, withdrawn_reason: 'Too early' })
})

test('completed although marked as did not attend, an appointment loses the outcomes of that', async () => {
  await updateRows(db, 'appointment', made.appointment.id, {
    status: 'did_not_attend',
    completed_on: null,
  })
  expect(await present()).toEqual([made.outcome.name])
  const { version } = await oneRow(db, 'appointment', made.appointment.id)
  const completed = await staff.ask(
    'PUT',
    `/api/admin/appointments/${made.appointment.id}/complete_appointment/`,
    { version, outcome_ids: [another.id] },
  )
  expect(completed.status, completed.text).toBe(200)
  expect(await present()).toEqual([another.name])
  const [now, before] = toRows(await outcomes('GET'))
  expect(now).toMatchObject({ name: another.name, ended: null })
  expect(before).toMatchObject({
    id: made.recorded.id,
    ended: expect.any(String),
    withdrawn_reason: 'The appointment was completed.',
  })
})

test('the database deletes no record, and changes none that ended', async () => {
  await withdraw()
  const of = { id: made.recorded.id }
  await expect(
    db.deleteFrom('appointment_outcome_given').where('id', '=', of.id).execute(),
  ).rejects.toThrow(/stays/)
  await expect(updateRows(db, 'appointment_outcome_given', of, { ended: null })).rejects.toThrow(
    /stays/,
  )
  await expect(
    updateRows(db, 'appointment_outcome_given', of, { reason: 'Another' }),
  ).rejects.toThrow(/stays/)
  expect((await oneRow(db, 'appointment_outcome_given', of)).withdrawn_reason).toBe('Not given')
})
