import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { RecordExport } from '#lib/contract/records/record-export.ts'
import { findResources, problemsOfBundle } from '../../lib/records/fhir/validate-bundle.ts'
import { addAdvice, addAdviceCategory } from '../advice/advice-rows.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { addAppointmentWithForms, addSubmittedForm } from '../forms/filled-form-rows.ts'
import { addAppointmentWithOutcome } from '../outcomes/recorded-outcome-rows.ts'
import { auditLines, insertRow, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'

/* Taking a patient's record away: the patient's own as JSON, and as FHIR for staff who may. */

const server = await runTestServer()
const { db } = server.database
const DAY = 86_400_000
/** What no patient may read. */
const STAFF_ONLY = 'for staff only'

const all: Permission[] = [
  'clinic.export_patientrecord',
  'clinic.view_user',
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'clinic.view_vaccinationhistory',
  'eforms.view_submittedform',
  'eforms.view_clinicianform',
  'eforms.view_other_forms',
]
const exporter = await addStaffUser(server, all)
const readFhir = (id: number, { ask } = exporter) =>
  ask('GET', `/api/admin/patient-records/${id}/fhir/`)

/** A patient with one of each, and with what only staff may see. */
async function addFullRecord() {
  const patient = await addSignedIn(server, {
    person: { first_name: 'Zoë\u00a0', last_name: 'O’Neill “李”', dob: '1990-02-28' },
  })
  const patient_id = patient.id
  const allergy = await insertRow(db, 'allergy', { name: `Latex ${patient_id}` })
  await insertRow(db, 'person_allergy', { person_id: patient_id, allergy_id: allergy.id })
  const made = await addAppointmentWithForms(db, {
    patient_id,
    starts_at: new Date(Date.now() - DAY),
    notes: STAFF_ONLY,
  })
  const { appointment, clinicianEform } = made
  const form = await addSubmittedForm(db, made, { answers: { eggs: 'no', phone: '0770' } })
  const clinicians = { appointment, eform: clinicianEform }
  await addSubmittedForm(db, clinicians, {
    kind: 'clinician',
    answers: { pulse: 70, reaction: STAFF_ONLY },
  })
  const product = await addVaccineProduct(db)
  const dose = {
    patient_id,
    staff_id: appointment.staff_id,
    appointment_id: appointment.id,
    vaccine_product_id: product.id,
    date_administered: new Date(Date.now() - DAY),
    batch_number: 'FL123',
    notes: STAFF_ONLY,
  }
  await addVaccination(db, { ...dose, dose_number: 1, route_of_administration: 'intramuscular' })
  await addVaccination(db, { ...dose, was_administered: false, not_given_reason: 'unwell' })
  await addVaccination(db, {
    ...dose,
    entered_in_error: new Date(),
    change_reason: STAFF_ONLY,
    batch_number: 'WRONG1',
  })
  await addVaccination(db, {
    ...dose,
    appointment_id: null,
    staff_id: null,
    is_historical: true,
    batch_number: '',
    external_clinic_name: 'Millbrook Travel Clinic',
    date_administered: new Date(Date.now() - 400 * DAY),
  })
  const advice = await addAdvice(db, { patient_id, appointment_id: null, advice_text: 'Rest.' })
  const category = await addAdviceCategory(db)
  await insertRow(db, 'patient_advice_category', {
    patient_advice_id: advice.id,
    advice_category_id: category.id,
  })
  const withdrawn = await addAdvice(db, {
    patient_id,
    appointment_id: null,
    advice_text: STAFF_ONLY,
  })
  await updateRows(db, 'patient_advice', withdrawn.id, {
    withdrawn_at: new Date(),
    withdrawn_by: withdrawn.written_by,
    withdrawn_reason: STAFF_ONLY,
  })
  return { patient, made, form, product, category }
}

describe('the FHIR bundle', () => {
  test('of a full record passes the validator, and the trail says who took it', async () => {
    const { patient, form, product } = await addFullRecord()
    const merged = await addPerson(db, { merged_into: patient.id, is_active: false })
    const answer = await readFhir(patient.id)
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/fhir\+json/)
    const bundle = JSON.parse(answer.text)
    expect(problemsOfBundle(bundle)).toEqual([])
    const [person] = findResources(bundle, 'Patient')
    expect(person).toMatchObject({ birthDate: '1990-02-28', name: [{ given: ['Zoë'] }] })
    expect(person?.['identifier']).toContainEqual(
      expect.objectContaining({ use: 'old', value: String(merged.id) }),
    )
    const doses = findResources(bundle, 'Immunization')
    expect(doses.map(({ status, primarySource }) => [status, primarySource])).toEqual([
      ['completed', false],
      ['completed', true],
      ['not-done', true],
      ['entered-in-error', true],
    ])
    expect(doses[1]).toMatchObject({ vaccineCode: { text: product.name }, lotNumber: 'FL123' })
    const responses = findResources(bundle, 'QuestionnaireResponse')
    expect(responses).toMatchObject([
      { status: 'completed', item: [{ linkId: 'eggs' }, { linkId: 'phone' }] },
      { status: 'completed', item: [{ linkId: 'pulse' }, { linkId: 'reaction' }] },
    ])
    const [visit] = findResources(bundle, 'Appointment')
    expect(visit?.['supportingInformation']).toHaveLength(5)
    expect(form.submitted.id).toBeGreaterThan(0)
    const line = { action: 'person.record_exported', patient_id: patient.id }
    expect(await auditLines(db, ['actor_id', 'change'], line)).toEqual([
      { actor_id: exporter.id, change: { format: 'fhir' } },
    ])
  })

  test('of somebody without a date of birth or anything else is valid', async () => {
    const { id } = await addPerson(db, { dob: null })
    const bundle = JSON.parse((await readFhir(id)).text)
    expect(problemsOfBundle(bundle)).toEqual([])
    expect(findResources(bundle, 'Patient')).toHaveLength(1)
  })

  test('is refused to those who may not see all of the record, and leaves no line', async () => {
    const { id } = await addPerson(db)
    for (const missing of ['eforms.view_other_forms', 'clinic.view_vaccinationhistory']) {
      const limited = await addStaffUser(
        server,
        all.filter((each) => each !== missing),
      )
      expect((await readFhir(id, limited)).outcome).toBe('403 not_allowed')
    }
    expect(await auditLines(db, ['action'], { patient_id: id })).toEqual([])
  })

  test('of a merged record is not there, and says where it went', async () => {
    const kept = await addPerson(db)
    const merged = await addPerson(db, { merged_into: kept.id, is_active: false })
    const { outcome, body } = await readFhir(merged.id)
    expect(outcome).toBe('404 not_found')
    expect(body['detail']).toContain(`person number ${kept.id}`)
  })
})

describe('one’s own record as JSON', () => {
  const readOwn = async ({ headers }: { headers: Record<string, string> }) => {
    const { text } = await send(server, 'GET', '/api/private/patient-record/export/', { headers })
    return { text, record: RecordExport.parse(JSON.parse(text)) }
  }

  test('has all that their record page shows, in words, and nothing that is for staff', async () => {
    const { patient, product, category } = await addFullRecord()
    const { text, record } = await readOwn(patient)
    expect(text).not.toContain(STAFF_ONLY)
    expect(text).not.toContain('WRONG1')
    expect(record).toMatchObject({
      patient: { dob: '1990-02-28' },
      allergies: { items: [{ name: `Latex ${patient.id}` }], none_known: false },
      advice: [{ advice_text: 'Rest.', categories: [category.name], is_archived: false }],
      appointments: [
        {
          status: 'booked',
          forms: [
            {
              version: '1.0',
              is_replaced: false,
              answers: [
                { question: 'Are you allergic to eggs?', answer: ['No'] },
                { question: 'Your phone number', answer: ['0770'] },
                { question: 'Your vaccination record', answer: [] },
              ],
            },
          ],
        },
      ],
    })
    expect(record.vaccinations).toHaveLength(3)
    expect(record.vaccinations[2]).toMatchObject({
      product_name: product.name,
      is_historical: true,
      external_clinic_name: 'Millbrook Travel Clinic',
    })
    const line = { action: 'person.record_exported', patient_id: patient.id }
    expect(await auditLines(db, ['actor_role', 'change'], line)).toEqual([
      { actor_role: 'patient', change: { format: 'json', own: true } },
    ])
  })

  test('has the letters of present outcomes; one with a mistake leaves the rest readable', async () => {
    const patient = await addSignedIn(server, { person: { first_name: 'Ada' } })
    const of = { patient_id: patient.id }
    const good = await addAppointmentWithOutcome(db, of)
    await addAppointmentWithOutcome(db, of, '{% for a in forms %}')
    const ended = await addAppointmentWithOutcome(db, of, STAFF_ONLY)
    await updateRows(db, 'appointment_outcome_given', ended.recorded.id, {
      ended: new Date(),
      ended_by: exporter.id,
      withdrawn_reason: STAFF_ONLY,
    })
    const { text, record } = await readOwn(patient)
    expect(text).not.toContain(STAFF_ONLY)
    expect(record.appointments.map(({ outcomes }) => outcomes)).toEqual([
      [
        {
          name: good.outcome.name,
          recorded: expect.any(String),
          letter_html: '<p>Dear Ada</p>',
        },
      ],
      [expect.objectContaining({ letter_html: null })],
      [],
    ])
  })

  test('has every appointment, the newest first, and none of another patient', async () => {
    const patient = await addSignedIn(server)
    const first = await addAppointment(db, {
      patient_id: patient.id,
      starts_at: new Date(Date.now() + DAY),
    })
    const { site_id, room_id, staff_id, appointment_type_id } = first
    const at = { site_id, room_id, staff_id, appointment_type_id }
    const more = []
    for (let day = 1; day <= 24; day += 1) {
      const starts_at = new Date(Date.now() - day * DAY)
      more.push(await addAppointment(db, { ...at, patient_id: patient.id, starts_at }))
    }
    await addAppointment(db, { starts_at: new Date() })
    const { record } = await readOwn(patient)
    expect(record.appointments.map(({ reference }) => reference)).toEqual(
      [first, ...more].map(({ reference }) => reference),
    )
  })
})
