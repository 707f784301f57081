import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addAdvice } from '../advice/advice-rows.ts'
import { addAppointment, addGuest, addPerson } from '../clinic-factory.ts'
import { addAppointmentWithForms, addSubmittedForm } from '../forms/filled-form-rows.ts'
import { insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'

/* The record of a patient: who they are, what they are allergic to, what comes next. */

const server = await runTestServer()
const { db } = server.database
const DAY = 86_400_000

const sees: Permission[] = ['clinic.view_user', 'clinic.change_user', 'clinic.view_appointment']
const everything: Permission[] = [
  ...sees,
  'clinic.view_other_appointments',
  'clinic.view_vaccinationhistory',
  'clinic.view_patientadvice',
  'eforms.view_submittedform',
  'eforms.view_other_forms',
]
const staff = await addStaffUser(server, everything)

const ask = (method: string, path: string, body?: object, { headers } = staff) =>
  send(server, method, `/api/admin/patient-records/${path}`, { headers, body })

const addAllergy = () =>
  insertRow(db, 'allergy', { name: `Allergy ${Math.random().toString(36).slice(2)}` })

describe('allergies', () => {
  test('“none known” is an entry of its own, with who said so and when', async () => {
    const patient = await addPerson(db)
    const before = await ask('GET', `${patient.id}/`)
    expect(before.body['allergies']).toMatchObject({ items: [], none_known: false, stated: null })
    const stated = await ask('PUT', `${patient.id}/allergies/`, {
      version: 1,
      allergy_ids: [],
      none_known: true,
    })
    expect(stated.body).toMatchObject({
      none_known: true,
      stated: expect.any(String),
      stated_by_name: expect.stringContaining('Number'),
      version: 2,
    })
  })

  test('of a record that was merged name the one that was kept', async () => {
    const kept = await addPerson(db)
    const { id } = await addPerson(db, { merged_into: kept.id, is_active: false })
    const { outcome, body } = await ask('PUT', `${id}/allergies/`, {
      allergy_ids: [],
      none_known: true,
    })
    expect(outcome).toBe('404 not_found')
    expect(body['detail']).toContain(`was merged into person number ${kept.id}.`)
  })

  test('an allergy ends “none known”, whichever way it is added, and nobody says both', async () => {
    const patient = await addPerson(db)
    const { id } = await addAllergy()
    await ask('PUT', `${patient.id}/allergies/`, { version: 1, allergy_ids: [], none_known: true })
    const both = { version: 2, allergy_ids: [id], none_known: true }
    expect((await ask('PUT', `${patient.id}/allergies/`, both)).outcome).toBe('400')
    await insertRow(db, 'person_allergy', { person_id: patient.id, allergy_id: id })
    expect(await oneRow(db, 'allergy_statement', { person_id: patient.id })).toMatchObject({
      none_known: false,
    })
    await updateRows(db, 'allergy_statement', { person_id: patient.id }, { none_known: true })
    const { body } = await ask('GET', `${patient.id}/`)
    expect(body['allergies']).toMatchObject({ none_known: false, items: [{ id }] })
  })

  test('somebody who saw an older version changes nothing', async () => {
    const patient = await addPerson(db)
    const { id } = await addAllergy()
    const write = { version: 1, allergy_ids: [id], none_known: false }
    expect((await ask('PUT', `${patient.id}/allergies/`, write)).outcome).toBe('200')
    const late = { version: 1, allergy_ids: [], none_known: true }
    expect((await ask('PUT', `${patient.id}/allergies/`, late)).outcome).toBe('409 stale')
    expect(await rowsWhere(db, 'person_allergy', { person_id: patient.id })).toHaveLength(1)
    const unknown = { version: 2, allergy_ids: [999_999], none_known: false }
    expect(Object.keys((await ask('PUT', `${patient.id}/allergies/`, unknown)).body)).toEqual([
      'allergies',
    ])
  })

  test('patients state their own, on the record and among their details', async () => {
    const patient = await addSignedIn(server)
    const { id } = await addAllergy()
    const own = (method: string, path: string, body: object) =>
      patient.ask(method, `/api/private/${path}`, body)
    await own('PUT', 'patient-record/allergies/', { version: 1, allergy_ids: [], none_known: true })
    await own('PATCH', `users/${patient.id}/`, { allergies: [id] })
    const { body } = await ask('GET', `${patient.id}/`)
    expect(body['allergies']).toMatchObject({ none_known: false, items: [{ id }] })
    const statement = await oneRow(db, 'allergy_statement', { person_id: patient.id })
    expect(statement.stated_by).toBe(patient.id)
  })
})

describe('the record', () => {
  test('shows alerts of forms and the next appointment, and leaves a line on the trail', async () => {
    const made = await addAppointmentWithForms(db, { starts_at: new Date(Date.now() + DAY) })
    const { submitted } = await addSubmittedForm(db, made)
    await sql`alter table submitted_form disable trigger submitted_form_is_final`.execute(db)
    const alerts = JSON.stringify([{ level: 'stop', text: 'Fever', item: 'fever' }])
    await sql`update submitted_form set alerts = ${alerts}::jsonb where id = ${submitted.id}`.execute(
      db,
    )
    await sql`alter table submitted_form enable trigger submitted_form_is_final`.execute(db)
    const patientId = made.appointment.patient_id ?? 0
    const { body } = await ask('GET', `${patientId}/`)
    expect(body).toMatchObject({
      alerts: [{ level: 'stop', text: 'Fever', form_id: submitted.id }],
      next_appointment: { id: made.appointment.id },
      may: { change_allergies: true },
    })
    const lines = await rowsWhere(db, 'audit_event', {
      action: 'person.read',
      patient_id: patientId,
    })
    expect(lines).toHaveLength(1)
    const limited = await addStaffUser(server, sees)
    const { body: seen } = await ask('GET', `${patientId}/`, undefined, limited)
    expect(seen).toMatchObject({ alerts: [], next_appointment: null })
    const ofPeople = await addStaffUser(server, [
      'clinic.view_user',
      'clinic.view_other_appointments',
    ])
    const { body: ofPerson } = await ask('GET', `${patientId}/`, undefined, ofPeople)
    expect(ofPerson['next_appointment']).toBe(null)
  })

  test('a merged record says where it went', async () => {
    const kept = await addPerson(db)
    const merged = await addPerson(db, { merged_into: kept.id, is_active: false })
    const { outcome, body } = await ask('GET', `${merged.id}/`)
    expect(outcome).toBe('404 not_found')
    expect(body['detail']).toContain(`person number ${kept.id}`)
  })

  test('the timeline has every kind, newest first, and leaves out what one may not see', async () => {
    const made = await addAppointmentWithForms(db, { starts_at: new Date(Date.now() - 2 * DAY) })
    const patient_id = made.appointment.patient_id ?? 0
    await addSubmittedForm(db, made)
    await addVaccination(db, {
      patient_id,
      staff_id: made.appointment.staff_id,
      vaccine_product_id: (await addVaccineProduct(db)).id,
      date_administered: new Date(Date.now() - DAY),
    })
    await addAdvice(db, { patient_id, appointment_id: made.appointment.id, advice_text: 'Rest' })
    const readKinds = async (path: string, who = staff) => {
      const { body } = await ask('GET', `${patient_id}/timeline/${path}`, undefined, who)
      return (body['results'] as { kind: string }[]).map(({ kind }) => kind)
    }
    expect(await readKinds('')).toEqual(['advice', 'form', 'vaccination', 'appointment'])
    expect(await readKinds('?kind=vaccination')).toEqual(['vaccination'])
    expect(await readKinds('?page_size=1&page=4')).toEqual(['appointment'])
    expect(await readKinds('', await addStaffUser(server, sees))).toEqual([])
  })
})

describe('one’s own record', () => {
  test('starts with what to do: forms before an appointment, doses that are due', async () => {
    const patient = await addSignedIn(server)
    const made = await addAppointmentWithForms(db, {
      patient_id: patient.id,
      starts_at: new Date(Date.now() + DAY),
    })
    const product = await addVaccineProduct(db)
    const dose = {
      patient_id: patient.id,
      staff_id: made.appointment.staff_id,
      vaccine_product_id: product.id,
      date_administered: new Date(Date.now() - 400 * DAY),
    }
    const due = new Date(Date.now() - 30 * DAY).toISOString().slice(0, 10)
    await addVaccination(db, { ...dose, booster_due_date: due })
    const own = async () => {
      const { headers } = patient
      return (await send(server, 'GET', '/api/private/patient-record/', { headers })).body
    }
    expect(await own()).toMatchObject({
      patient: { id: patient.id },
      next_appointment: { id: made.appointment.id },
      to_do: [
        { kind: 'forms', appointment_id: made.appointment.id, count: 1 },
        { kind: 'vaccination', product_name: product.name, due },
      ],
    })
    await addVaccination(db, { ...dose, date_administered: new Date() })
    await addSubmittedForm(db, made)
    expect((await own())['to_do']).toEqual([])
  })

  test('a guest’s shows the one appointment, and neither birthday nor number', async () => {
    const guest = await addGuest(db)
    const visit = await addAppointment(db, {
      patient_id: guest.id,
      starts_at: new Date(Date.now() + DAY),
    })
    const other = await addAppointment(db, { starts_at: new Date(Date.now() + DAY) })
    const open = (id: number) =>
      send(server, 'GET', `/api/public/patient-record/?appointment_id=${id}`, {
        headers: { 'Guest-User-Access-Token': guest.token },
      })
    expect((await open(visit.id)).body).toMatchObject({
      patient: { dob: null, nhs_number: '' },
      allergies: null,
      next_appointment: { id: visit.id },
      to_do: [],
    })
    expect((await open(other.id)).outcome).toBe('404 not_found')
  })
})
