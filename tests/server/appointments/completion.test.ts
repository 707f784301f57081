import { expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addPerson } from '../clinic-factory.ts'
import { addAppointmentWithForms } from '../forms/filled-form-rows.ts'
import { newestChange, oneRow } from '../rows.ts'
import { addClinicianUser, addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* What a clinician adds at completion: notes, and why a form of theirs is not finished. */

const server = await runTestServer()
const { db } = server.database

const held: Permission[] = [
  'clinic.view_appointment',
  'clinic.change_appointment',
  'clinic.change_outcome',
  'eforms.add_clinicianform',
  'eforms.change_clinicianform',
  'eforms.view_clinicianform',
]

async function openAppointment() {
  const { ask, staffId } = await addClinicianUser(server, held, { is_staff: true })
  const patient = await addPerson(db)
  const made = await addAppointmentWithForms(db, {
    staff_id: staffId ?? 0,
    patient_id: patient.id,
    starts_at: new Date(Date.now() - 60 * 60_000),
  })
  const { id } = made.appointment
  const call = (method: string, path: string, body?: object) =>
    ask(method, `/api/admin/${path}`, body)
  const row = () => oneRow(db, 'appointment', id)
  const complete = async (body: object = {}) =>
    call('PUT', `appointments/${id}/complete_appointment/`, {
      version: (await row()).version,
      ...body,
    })
  const toStart = { appointment_id: id, eform_id: made.clinicianEform.id }
  return { ...made, patient, id, call, complete, row, toStart }
}

test('an unfinished clinician form takes a reason, which is kept until the status is corrected', async () => {
  const { id, call, complete, row, clinicianEform } = await openAppointment()
  const refused = await complete({ unfinished_forms_reason: '' })
  expect(refused.outcome).toBe('400')
  expect(refused.body).toEqual({
    unfinished_forms_reason: [`Enter why these are not finished: ${clinicianEform.name}`],
  })
  expect((await row()).status).toBe('booked')
  const reason = 'The patient had to leave'
  const completed = await complete({ unfinished_forms_reason: reason })
  const kept = { unfinished_forms: [clinicianEform.name], unfinished_forms_reason: reason }
  expect(completed.body).toMatchObject({ status: 'completed', ...kept })
  expect(await newestChange(db, 'appointment.completed', id)).toMatchObject(kept)
  const { version } = await row()
  const reopened = await call('PUT', `appointments/${id}/reinstate_appointment/`, { version })
  expect(reopened.body).toMatchObject({ unfinished_forms: [], unfinished_forms_reason: null })
})

test('a form that was begun is still unfinished, and one that is completed is not', async () => {
  const { call, complete, toStart } = await openAppointment()
  const started = await call('POST', 'clinicianforms/', toStart)
  expect((await complete({ unfinished_forms_reason: '' })).outcome).toBe('400')
  const one = `clinicianforms/${started.body['id']}/`
  await call('PUT', one, { answers: { pulse: '72' }, revision: 1, complete: true })
  await call('POST', 'clinicianforms/', { ...toStart, amends: 1 })
  const completed = await complete({ unfinished_forms_reason: 'Not needed' })
  expect(completed.body).toMatchObject({
    status: 'completed',
    unfinished_forms: [],
    unfinished_forms_reason: null,
  })
})

test('a client that knows of no reason completes, and the trail says that none was given', async () => {
  const { id, call, clinicianEform } = await openAppointment()
  const path = `appointments/${id}/complete_appointment/`
  const completed = await call('PUT', path)
  const kept = { unfinished_forms: [clinicianEform.name], unfinished_forms_reason: 'Not given' }
  expect(completed.body).toMatchObject({ status: 'completed', ...kept })
  expect(await newestChange(db, 'appointment.completed', id)).toMatchObject({
    ...kept,
    without_version: true,
  })
})

test('the notes of the clinician are for staff, stay through a completion, and can be changed later', async () => {
  const { id, patient, call, complete, row } = await openAppointment()
  const notes = 'Left arm sore before the dose'
  const reason = { unfinished_forms_reason: 'Done on paper' }
  const completed = await complete({ clinician_notes: notes, ...reason })
  expect(completed.body).toMatchObject({ clinician_notes: notes })
  const { version } = await row()
  const { ask } = await addSignedIn(server, { personId: patient.id })
  const own = await ask('GET', `/api/private/appointments/${id}/`)
  expect(own.outcome).toBe('200')
  expect(JSON.stringify(own.body)).not.toContain(notes)
  const changed = await call('PUT', `appointments/${id}/`, {
    version,
    clinician_notes: 'Corrected',
  })
  expect(changed.body).toMatchObject({ clinician_notes: 'Corrected', status: 'completed' })
  expect(await newestChange(db, 'appointment.changed', id)).toEqual({ fields: ['clinician_notes'] })
})
