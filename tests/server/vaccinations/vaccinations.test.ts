import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { vaccinationRecords } from '#lib/contract/records/vaccinations.ts'
import { brokenConstraint } from '#server/database/failures.ts'
import { letterVaccinations } from '#server/outcomes/letter-context.ts'
import { isFull } from '../../amount.ts'
import { addAppointment, addGuest, addPerson, addType } from '../clinic-factory.ts'
import { addAppointmentWithForms, addSubmittedForm } from '../forms/filled-form-rows.ts'
import { addStaffCompetency } from '../people/staff-competency.ts'
import { auditLines, insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from './vaccination-rows.ts'

/* Vaccinations: recorded once, corrected with a reason, never deleted. */

const server = await runTestServer()
const { db } = server.database

const permissions: Permission[] = [
  'clinic.view_appointment',
  'clinic.view_vaccinationhistory',
  'clinic.add_vaccinationhistory',
  'clinic.change_vaccinationhistory',
  'clinic.delete_vaccinationhistory',
  'eforms.view_submittedform',
]
const addStaff = (more: Permission[] = permissions) =>
  addSignedIn(server, { person: { is_staff: true }, clinician: true, permissions: more })

let me: SignedInPerson
let colleague: SignedInPerson
beforeAll(async () => {
  me = await addStaff()
  colleague = await addStaff([...permissions, 'clinic.view_other_appointments'])
})

const ask = (method: string, path: string, body?: object, headers: object = me.headers) =>
  send(server, method, `/api/admin/vaccinationhistories/${path}`, {
    headers: headers as Record<string, string>,
    body,
  })
const record = (body: object, headers?: object) => ask('POST', '', body, headers)
const toId = ({ body }: Answer) => Number(body['id'])

const began = Date.now()
let visits = 0
/** Each a quarter of an hour before the other. */
async function addVisit(more: Partial<Parameters<typeof addAppointment>[1]> = {}) {
  visits += 1
  const visit = await addAppointment(db, {
    starts_at: new Date(began - visits * 900_000),
    staff_id: me.staffId ?? 0,
    ...more,
  })
  return { ...visit, patient_id: visit.patient_id ?? 0 }
}

async function addDose(more: object = {}) {
  const product = await addVaccineProduct(db, { price: '12.50', booster_interval_weeks: 52 })
  const visit = await addVisit()
  const body = {
    appointment_id: visit.id,
    vaccine_product_id: product.id,
    batch_number: 'ab 12',
    expiry_date: '2150-01-31',
    consent_obtained: true,
    route_of_administration: 'intramuscular',
    site_of_administration: 'left_deltoid',
    ...more,
  }
  return { product, visit, body }
}

const readRecords = (patientId: number) =>
  rowsWhere(db, 'vaccination_history', { patient_id: patientId })

describe('recording', () => {
  test('keeps who gave what to the patient of the appointment, its price and the next dose', async () => {
    const { product, visit, body } = await addDose()
    const { outcome, body: answer } = await record(body)
    expect(outcome).toBe('201')
    expect(answer).toMatchObject({
      patient_id: visit.patient_id,
      staff_id: me.staffId,
      product_name: product.name,
      batch_number: 'AB12',
      price: '12.50',
      dose_number: null,
      was_administered: true,
      is_next_dose_open: true,
      corrections: [],
      may: { change: true, mark_as_entered_in_error: true },
    })
    const days = Date.parse(`${answer['booster_due_date']}`) - Date.parse(`${answer['given_on']}`)
    expect(days / 86_400_000).toBe(364)
    const trail = await auditLines(db, ['action', 'patient_id'], {
      subject_type: 'vaccination_history',
      subject_id: Number(answer['id']),
    })
    expect(trail).toEqual([
      { action: 'vaccination.recorded', patient_id: visit.patient_id },
      { action: 'vaccination.read', patient_id: visit.patient_id },
    ])
  })

  test('repeated with its key records one dose, at the same moment too', async () => {
    const { visit, body } = await addDose()
    const headers = { ...me.headers, 'Idempotency-Key': `recorded-once-${visit.id}` }
    const answers = await Promise.all([record(body, headers), record(body, headers)])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['201', '201'])
    expect(new Set(answers.map(toId)).size).toBe(1)
    expect(toId(await record(body, headers))).toBe(toId(answers[0] as Answer))
    expect(await readRecords(visit.patient_id)).toHaveLength(1)
    const other = await record({ ...body, batch_number: 'XY1' }, headers)
    expect(other.outcome).toBe('409 conflict')
  })

  test('from two screens at once warns one of them, and takes a confirmed second dose', async () => {
    const { visit, body } = await addDose()
    const outcomes = (await Promise.all([record(body), record(body), record(body)]))
      .map(({ outcome }) => outcome)
      .toSorted()
    expect(outcomes).toEqual(['201', '400', '400'])
    const refused = await record(body)
    expect(Object.keys(refused.body)).toEqual(['confirmed_warnings'])
    expect(await readRecords(visit.patient_id)).toHaveLength(1)
    const { confirmed_warnings } = refused.body
    expect((await record({ ...body, confirmed_warnings: ['same_day'] })).outcome).toBe('400')
    const confirmed = { ...body, confirmed_warnings }
    expect((await record(confirmed)).outcome).toBe('201')
    expect(await readRecords(visit.patient_id)).toHaveLength(2)
  })

  test('a check says beforehand what recording refuses and warns of, and stores nothing', async () => {
    const { visit, body } = await addDose()
    const allergy = await insertRow(db, 'allergy', { name: `Latex ${visit.id}` })
    await insertRow(db, 'person_allergy', { person_id: visit.patient_id, allergy_id: allergy.id })
    await updateRows(db, 'vaccine_product', body.vaccine_product_id, {
      description: 'The stopper contains latex.',
    })
    const expired = { ...body, expiry_date: '2020-02-29' }
    const checked = await ask('POST', 'check/', expired)
    expect(checked.body).toMatchObject({
      errors: { expiry_date: ['This batch had expired. Use another batch.'] },
      warnings: [{ code: 'allergy' }],
      suggested_dose_number: null,
    })
    expect((await record(expired)).body).toEqual({ expiry_date: expect.any(Array) })
    expect(await readRecords(visit.patient_id)).toEqual([])
  })

  test('suggests the dose after the last recorded one', async () => {
    const { visit, body, product } = await addDose()
    await addVaccination(db, {
      patient_id: visit.patient_id,
      staff_id: me.staffId,
      vaccine_product_id: product.id,
      dose_number: 1,
      date_administered: new Date('2020-05-01T09:00:00Z'),
    })
    const { body: checked } = await ask('POST', 'check/', body)
    expect(checked['suggested_dose_number']).toBe(2)
  })

  test('a dose that was not given costs nothing and needs a reason alone', async () => {
    const { visit, product } = await addDose()
    const notGiven = {
      appointment_id: visit.id,
      vaccine_product_id: product.id,
      was_administered: false,
    }
    expect((await record(notGiven)).body).toEqual({ not_given_reason: expect.any(Array) })
    const { body } = await record({ ...notGiven, not_given_reason: 'unwell' })
    expect(body).toMatchObject({ price: '0.00', booster_due_date: null, staff_id: me.staffId })
  })

  test('a dose from elsewhere needs no batch and costs nothing, and counts as a dose', async () => {
    const { visit, product, body } = await addDose()
    const told = {
      patient_id: visit.patient_id,
      vaccine_product_id: product.id,
      is_historical: true,
      date_administered: '2026-03-01T12:00:00Z',
      external_clinic_name: 'Millbrook Travel Clinic',
      dose_number: 1,
    }
    const { body: recorded } = await record(told)
    expect(recorded).toMatchObject({ staff_id: null, price: '0.00', batch_number: '' })
    const { body: checked } = await ask('POST', 'check/', body)
    expect(checked).toMatchObject({
      suggested_dose_number: 2,
      warnings: [{ code: 'short_interval' }],
    })
  })

  test('a clinician without a competency that the type needs cannot give it on that day', async () => {
    const type = await addType(db)
    await addStaffCompetency(db, colleague.staffId ?? 0, { neededBy: type.id })
    const visit = await addVisit({ appointment_type_id: type.id })
    const { body } = await addDose({ appointment_id: visit.id })
    expect((await record(body)).body).toEqual({
      staff_id: [expect.stringContaining('competency')],
    })
    const byColleague = { ...body, staff_id: colleague.staffId }
    expect((await record(byColleague)).outcome).toBe('403 not_allowed')
    expect((await record(byColleague, colleague.headers)).outcome).toBe('201')
  })

  test('not at somebody else’s appointment, not for another patient, not once it was cancelled', async () => {
    const { visit, body } = await addDose()
    const others = await addVisit({ staff_id: colleague.staffId ?? 0 })
    expect((await record({ ...body, appointment_id: others.id })).outcome).toBe('403 not_allowed')
    const another = await addPerson(db)
    const wrong = await record({ ...body, patient_id: another.id })
    expect(wrong.body).toEqual({ patient_id: ['This is not the patient of the appointment.'] })
    await updateRows(db, 'appointment', visit.id, { status: 'cancelled', cancelled_on: new Date() })
    expect((await record(body)).outcome).toBe('409 conflict')
  })

  test('a patient who was merged meanwhile is the one who was kept', async () => {
    const { visit, body } = await addDose()
    const merged = await addPerson(db, { merged_into: visit.patient_id, is_active: false })
    const { body: recorded } = await record({ ...body, patient_id: merged.id })
    expect(recorded['patient_id']).toBe(visit.patient_id)
  })

  test('of a patient who was merged names the record that was kept', async () => {
    const kept = await addPerson(db)
    const { id } = await addPerson(db, { merged_into: kept.id, is_active: false })
    const { appointment_id: _, ...body } = (await addDose()).body
    const text = `Person number ${id} was merged into person number ${kept.id}. Open that record instead.`
    for (const path of ['', 'check/']) {
      const refused = await ask('POST', path, { ...body, patient_id: id })
      expect(refused.body).toEqual({ patient_id: [text] })
    }
  })

  test.each([
    ['2001-02-29T09:00:00Z', 'There is no 29 February 2001'],
    ['2001-02-29T25:00', 'There is no 29 February 2001'],
    ['yesterday', 'Enter a date and time such as 2027-03-31T09:30:00Z'],
    ['2027-03-31T09:30', 'Enter a date and time such as 2027-03-31T09:30:00Z'],
  ])('on %s says what is amiss', async (date_administered, message) => {
    const { body } = await addDose({ date_administered })
    expect((await record(body)).body).toEqual({ date_administered: [message] })
  })

  test('shows HTML as it was written', async () => {
    const { body } = await addDose({ notes: '<b>bold</b><script>alert(1)</script>' })
    expect((await record(body)).body['notes']).toBe('<b>bold</b><script>alert(1)</script>')
  })
})

describe('correcting', () => {
  const toCorrection = (body: object, more: object) => {
    const { appointment_id: _, ...written } = body as { appointment_id: number }
    return { ...written, version: 1, reason: 'Mistyped', ...more }
  }

  test('keeps the earlier version, with who changed what and why', async () => {
    const { body, product } = await addDose()
    const { body: recorded } = await record(body)
    const correction = toCorrection(body, { batch_number: 'AB13', booster_due_date: '2040-01-01' })
    const corrected = await ask('PUT', `${recorded['id']}/`, correction)
    expect(corrected.body).toMatchObject({ version: 2, batch_number: 'AB13' })
    expect(corrected.body['corrections']).toMatchObject([
      {
        reason: 'Mistyped',
        by_name: expect.stringContaining('Number'),
        changes: expect.arrayContaining([{ field: 'batch_number', from: 'AB12', to: 'AB13' }]),
      },
    ])
    // The price was what it was.
    await updateRows(db, 'vaccine_product', product.id, { price: '99.00', is_active: false })
    const again = toCorrection(body, { version: 2, booster_due_date: '2040-01-01' })
    expect((await ask('PUT', `${recorded['id']}/`, again)).body['price']).toBe('12.50')
  })

  test('tells the second of two people who correct at once, and changes nothing of the first', async () => {
    const { body } = await addDose()
    const id = toId(await record(body))
    const outcomes = await Promise.all([
      ask('PUT', `${id}/`, toCorrection(body, { batch_number: 'A1' })),
      ask('PUT', `${id}/`, toCorrection(body, { batch_number: 'B1' }), colleague.headers),
    ])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 stale'])
    const first = outcomes.find(({ outcome }) => outcome === '200')
    const { batch_number } = await oneRow(db, 'vaccination_history', id)
    expect(batch_number).toBe(first?.body['batch_number'])
  })

  test('takes a batch that has expired since, not one that had expired then', async () => {
    const { body } = await addDose()
    const at = '2024-05-01T09:00:00Z'
    const id = toId(await record({ ...body, date_administered: at, expiry_date: '2024-05-01' }))
    const good = toCorrection(body, { date_administered: at, expiry_date: '2024-06-30' })
    expect((await ask('PUT', `${id}/`, good)).outcome).toBe('200')
    const bad = { ...good, version: 2, expiry_date: '2024-04-30' }
    expect(Object.keys((await ask('PUT', `${id}/`, bad)).body)).toEqual(['expiry_date'])
  })

  test('an interval that changed later warns nobody of what is recorded', async () => {
    const { product, visit, body } = await addDose()
    const at = (day: string) => ({ date_administered: `${day}T09:00:00Z` })
    await record({ ...body, ...at('2024-01-10') })
    const id = toId(await record({ ...body, ...at('2025-02-10') }))
    await updateRows(db, 'vaccine_product', product.id, { booster_interval_weeks: 520 })
    const corrected = toCorrection(body, { ...at('2025-02-10'), batch_number: 'C3' })
    expect((await ask('PUT', `${id}/`, corrected)).outcome).toBe('200')
    expect(await readRecords(visit.patient_id)).toHaveLength(2)
  })

  test('is not held up by a competency that was renewed since, unless clinician or day change', async () => {
    const staffId = me.staffId ?? 0
    const type = await addType(db)
    const { id: renewed } = await addStaffCompetency(db, staffId, { neededBy: type.id })
    const visit = await addVisit({ appointment_type_id: type.id })
    const { body } = await addDose({ appointment_id: visit.id })
    const { body: recorded } = await record(body)
    const id = Number(recorded['id'])
    await updateRows(db, 'staff_competency', renewed, { issued_at: '2149-01-01' })
    const put = (sent: object) => ask('PUT', `${id}/`, sent)

    const { body: before } = await ask('GET', `${id}/`)
    const unchanged = await put({ ...before, reason: 'As it was' })
    expect(unchanged.status, unchanged.text).toBe(200)
    expect(unchanged.body['version']).toBe(1)
    expect((await put({ batch_number: 'C4' })).outcome).toBe('200')
    const other = await addVaccineProduct(db)
    expect((await put({ vaccine_product_id: other.id })).outcome).toBe('200')
    const rows = await ask('PUT', 'bulk-update/', [{ id, batch_number: 'C5' }])
    expect(rows.body).toMatchObject({ changed: 1 })

    const lacks = { staff_id: [expect.stringContaining('did not hold the competency')] }
    expect((await put({ date_administered: '2024-05-01T09:00:00Z' })).body).toEqual(lacks)
    expect((await put({ staff_id: colleague.staffId })).body).toEqual(lacks)
    expect((await put({ was_administered: false, not_given_reason: 'other' })).body).toEqual({
      booster_due_date: [expect.stringContaining('Only a vaccine that was given')],
    })
  })

  test('does not judge what it leaves as it was recorded', async () => {
    const patient = await addPerson(db, { dob: '2025-01-01' })
    const product = await addVaccineProduct(db)
    const { id } = await addVaccination(db, {
      patient_id: patient.id,
      vaccine_product_id: product.id,
      staff_id: me.staffId,
      date_administered: new Date('2024-05-01T09:00:00Z'),
      external_clinic_name: 'Elsewhere',
    })
    const put = async (sent: object) => {
      const { status, body } = await ask('PUT', `${id}/`, sent)
      return status === 200 ? 'corrected' : Object.keys(body)
    }
    expect(await put({ manufacturer: 'Halden', consent_obtained: false })).toBe('corrected')
    const { version } = await oneRow(db, 'vaccination_history', id)
    const set = { batch_number: '', expiry_date: null, manufacturer: 'Rowley' }
    const bulk = await ask('PUT', 'bulk-update/', { records: [{ id, version }], set })
    expect(bulk.body).toMatchObject({ changed: 1, refused: [] })

    expect(await put({ external_clinic_name: 'Other' })).toEqual(['external_clinic_name'])
    expect(await put({ date_administered: '2024-05-02T09:00:00Z' })).toEqual(['date_administered'])
    expect(await put({ was_administered: false })).toEqual(['not_given_reason'])
    const notGiven = { was_administered: false, not_given_reason: 'other' }
    expect(await put(notGiven)).toBe('corrected')
    expect(await put({ was_administered: true, not_given_reason: '' })).toEqual([
      'consent_obtained',
      'batch_number',
      'expiry_date',
    ])
  })

  test('entered in error stays readable, is final, and no longer counts', async () => {
    const { body, visit } = await addDose()
    const id = toId(await record(body))
    const mark = { version: 1, reason: 'Recorded twice' }
    expect((await ask('DELETE', `${id}/`, { version: 1, reason: '' })).outcome).toBe('400')
    const marked = await ask('DELETE', `${id}/`, mark)
    expect(marked.body).toMatchObject({
      change_reason: 'Recorded twice',
      entered_in_error: expect.any(String),
      may: { change: false, mark_as_entered_in_error: false },
    })
    const after = toCorrection(body, { version: 2 })
    expect((await ask('PUT', `${id}/`, after)).outcome).toBe('409 conflict')
    expect((await record(body)).outcome).toBe('201')
    const deletion = sql`delete from vaccination_history where id = ${id}`.execute(db)
    await expect(deletion).rejects.toThrow('is kept')
    expect(await readRecords(visit.patient_id)).toHaveLength(2)
  })
})

describe('a bulk update', () => {
  const addMany = async (count: number) => {
    const product = await addVaccineProduct(db)
    const patient = await addPerson(db)
    const { rows } = await sql<{ id: number }>`
      insert into vaccination_history (patient_id, staff_id, vaccine_product_id, batch_number,
        expiry_date, date_administered, given_on)
      select ${patient.id}, ${me.staffId}, ${product.id}, 'AB1O', '2026-06-30',
        '2026-05-01T09:00:00Z', '2026-05-01'
      from generate_series(1, ${count}) returning id`.execute(db)
    return rows.map(({ id }) => ({ id, version: 1 }))
  }
  const update = (body: object) => ask('PUT', 'bulk-update/', { reason: 'Mistyped', ...body })

  test('of rows corrects each by its own fields, all of them or none', async () => {
    const one = toId(await record((await addDose()).body))
    const other = toId(await record((await addDose()).body))
    const rows = [
      { id: one, batch_number: 'ROW1', product_name: 'Ignored' },
      { id: other, manufacturer: 'Rowley' },
    ]
    const update = (sent: object) => ask('PUT', 'bulk-update/', sent)
    const refused = await update([rows[0], { ...rows[1], vaccine_product_id: 987_654 }])
    expect(refused.status, refused.text).toBe(400)
    expect(Object.keys(refused.body)).toEqual(['rows.1.vaccine_product_id'])
    expect(await rowsWhere(db, 'vaccination_history', { batch_number: 'ROW1' })).toEqual([])
    expect((await update(rows)).body).toMatchObject({ changed: 2, unchanged: 0, refused: [] })
    expect((await update(rows)).body).toMatchObject({ changed: 0, unchanged: 2 })
    expect(await oneRow(db, 'vaccination_history', other)).toMatchObject({
      manufacturer: 'Rowley',
      change_reason: 'Not given',
    })
    const stale = await update([{ ...rows[0], version: 1, batch_number: 'ROW2' }])
    expect(stale.body).toHaveProperty(['rows.0.id'])
    expect((await update([{ id: one, unheard_of: 1 }])).status).toBe(400)
  })

  test('of rows takes what was read of a record, and its address for its id', async () => {
    const { id } = (await record((await addDose()).body)).body
    const { body: item } = await ask('GET', `${id}/`)
    const rows = (...sent: object[]) => ask('PUT', 'bulk-update/', sent)
    expect((await rows(item)).body).toMatchObject({ changed: 0, unchanged: 1 })
    expect((await rows({ ...item, batch_number: 'ROW3' })).body).toMatchObject({ changed: 1 })
    const byAddress = await rows({ url: item['url'], batch_number: 'ROW4' })
    expect(byAddress.body).toMatchObject({ changed: 1 })
    expect(await oneRow(db, 'vaccination_history', Number(id))).toMatchObject({
      batch_number: 'ROW4',
    })

    const twice = await rows({ id, batch_number: 'A' }, { url: item['url'], batch_number: 'B' })
    expect(twice.body).toEqual({ rows: ['Choose each once'] })
    const another = `${item['url']}`.replace(`/${id}/`, `/${Number(id) + 1}/`)
    expect((await rows({ id, url: another })).body).toEqual({
      'rows.0.url': ['This is not the address of the record with this id.'],
    })
    const neither = await rows({ batch_number: 'A' })
    expect(neither.body).toEqual({ 'rows.0.id': ['This field is required.'] })
    const elsewhere = await rows({ url: `${item['url']}`.replace('vaccinationhistories', 'sites') })
    expect(elsewhere.body).toEqual({ 'rows.0.url': [expect.stringContaining('Send addresses')] })
    expect((await rows({ url: 'x' })).body).toHaveProperty(['rows.0.url'])
  })

  test.runIf(isFull)(
    'of 5,000 records changes none where one must not change, and each with a line otherwise',
    async () => {
      const records = await addMany(5_000)
      const last = records.at(-1)?.id ?? 0
      const late = { date_administered: new Date('2026-06-30T09:00:00Z'), given_on: '2026-06-30' }
      await updateRows(db, 'vaccination_history', last, late)
      const sent = records.map((one) => (one.id === last ? { ...one, version: 2 } : one))
      const set = { batch_number: 'AB10', expiry_date: '2026-06-29' }
      const refused = await update({ records: sent, set })
      expect(refused.body).toMatchObject({
        changed: 4_999,
        unchanged: 0,
        refused: [{ id: last, detail: 'The batch had expired when it was given.' }],
      })
      expect(await rowsWhere(db, 'vaccination_history', { batch_number: 'AB10' })).toEqual([])
      const rest = sent.slice(0, -1)
      const preview = await update({ records: rest, set, preview: true })
      expect(preview.body).toMatchObject({ changed: 4_999, unchanged: 0, refused: [] })
      expect(await rowsWhere(db, 'vaccination_history', { batch_number: 'AB10' })).toEqual([])
      expect((await update({ records: rest, set })).body).toEqual(preview.body)
      const changed = await rowsWhere(db, 'vaccination_history', { batch_number: 'AB10' })
      expect(changed).toHaveLength(4_999)
      const lines = await auditLines(db, ['subject_id'], {
        action: 'vaccination.corrected',
        actor_id: me.id,
      })
      const noted = new Set(lines.map(({ subject_id }) => subject_id))
      expect(changed.every(({ id }) => noted.has(id))).toBe(true)
      const repeated = await update({ records: rest, set })
      expect(repeated.body['refused']).toHaveLength(4_999)
    },
  )

  test('names each record that it refuses, and why', async () => {
    const [stale, error, fine] = await addMany(3)
    if (!stale || !error || !fine) throw new Error('three')
    await updateRows(db, 'vaccination_history', stale.id, { notes: 'changed' })
    await ask('DELETE', `${error.id}/`, { version: 1, reason: 'Wrong patient' })
    const others = await addVaccination(db, {
      patient_id: (await addPerson(db)).id,
      staff_id: colleague.staffId,
      vaccine_product_id: (await addVaccineProduct(db)).id,
    })
    const records = [
      stale,
      error,
      fine,
      { id: others.id, version: 1 },
      { id: 999_999_999, version: 1 },
    ]
    const { body } = await update({ records, set: { manufacturer: 'Halden' }, preview: true })
    expect(body).toMatchObject({
      changed: 1,
      unchanged: 0,
      refused: [
        { id: stale.id, detail: 'Someone has changed this record since.' },
        { id: error.id, detail: 'This record was entered in error.' },
        { id: others.id, detail: 'You can only change vaccinations that you gave yourself.' },
        { id: 999_999_999, detail: 'This record was not found.' },
      ],
    })
    const none = await update({ records: [fine], set: { batch_number: '' } })
    expect(none.body['refused']).toHaveLength(1)
    expect((await update({ records: [fine], set: {} })).outcome).toBe('400')
  })
})

describe('warnings are confirmed by what they say', () => {
  const WEEK = 7 * 86_400_000
  /** A dose of one product for somebody who is allergic to what two others contain. */
  const addAllergic = async (more: { booster_due_date?: string | null } = {}) => {
    const patient = await addPerson(db)
    for (const name of ['Latex', 'Gelatine']) {
      const allergy = await insertRow(db, 'allergy', { name: `${name} ${patient.id}` })
      await insertRow(db, 'person_allergy', { person_id: patient.id, allergy_id: allergy.id })
    }
    const given = { booster_interval_weeks: 4 }
    const latex = await addVaccineProduct(db, { ...given, description: 'Contains latex' })
    const gelatine = await addVaccineProduct(db, {
      booster_interval_weeks: 8,
      description: 'Contains gelatine',
    })
    const dose = await addVaccination(db, {
      patient_id: patient.id,
      staff_id: me.staffId,
      vaccine_product_id: latex.id,
      batch_number: 'AB1',
      expiry_date: '2150-01-31',
      consent_obtained: true,
      date_administered: new Date('2026-01-05T09:00:00Z'),
      booster_due_date: '2026-02-02',
      ...more,
    })
    return { dose, latex, gelatine }
  }
  const correct = (id: number, body: object) => ask('PUT', `${id}/`, { reason: 'Wrong', ...body })

  test('a correction to a product with another allergen asks again', async () => {
    const { dose, gelatine } = await addAllergic()
    expect((await correct(dose.id, { batch_number: 'AB2' })).outcome).toBe('200')
    const other = { vaccine_product_id: gelatine.id }
    const asked = await correct(dose.id, { ...other, confirmed_warnings: ['allergy'] })
    expect(asked.outcome).toBe('400')
    const [text] = asked.body['confirmed_warnings'] as string[]
    expect(text).toContain(`Check what ${gelatine.name} contains.`)
    const corrected = await correct(dose.id, { ...other, confirmed_warnings: [text] })
    expect(corrected.outcome).toBe('200')
    expect(corrected.body).toMatchObject({ booster_due_date: '2026-02-02' })
  })

  test('a bulk change of product shows next doses and warnings, and asks for each', async () => {
    const [usual, edited] = [
      await addAllergic(),
      await addAllergic({ booster_due_date: '2026-03-31' }),
    ]
    const { gelatine } = usual
    const body = {
      records: [usual, edited].map(({ dose }) => ({ id: dose.id, version: dose.version })),
      set: { vaccine_product_id: gelatine.id },
      reason: 'Wrong product',
    }
    const preview = await ask('PUT', 'bulk-update/', { ...body, preview: true })
    expect(preview.body).toMatchObject({
      changed: 2,
      next_doses: [{ id: usual.dose.id, from: '2026-02-02', to: '2026-03-02' }],
      warnings: [usual, edited].map(({ dose }) => ({
        id: dose.id,
        text: expect.stringContaining(gelatine.name),
      })),
    })
    const { warnings } = preview.body
    const one = (warnings as object[]).slice(0, 1)
    const refused = await ask('PUT', 'bulk-update/', { ...body, confirmed_warnings: one })
    expect(Object.keys(refused.body)).toEqual(['confirmed_warnings'])
    const done = await ask('PUT', 'bulk-update/', { ...body, confirmed_warnings: warnings })
    expect(done.body).toMatchObject({ changed: 2 })
    const stored = [usual, edited].map(({ dose }) => oneRow(db, 'vaccination_history', dose.id))
    expect(await Promise.all(stored)).toMatchObject([
      { vaccine_product_id: gelatine.id, booster_due_date: '2026-03-02' },
      { vaccine_product_id: gelatine.id, booster_due_date: '2026-03-31' },
    ])
  })

  /** Two doses whose next one is due after four weeks, the second entered by hand. */
  const addTwo = async () => {
    const [usual, edited] = [
      await addAllergic(),
      await addAllergic({ booster_due_date: '2026-03-31' }),
    ]
    return [usual.dose, edited.dose] as const
  }

  test('rows that get another product get its next dose, and the answer lists it', async () => {
    const [usual, edited] = await addTwo()
    const [whole, stated] = await addTwo()
    const later = await addVaccineProduct(db, { booster_interval_weeks: 8 })
    const vaccine_product_id = later.id
    const { body: item } = await ask('GET', `${whole.id}/`)
    const answer = await ask('PUT', 'bulk-update/', [
      { id: usual.id, vaccine_product_id },
      { id: edited.id, vaccine_product_id },
      { ...item, vaccine_product_id },
      { id: stated.id, vaccine_product_id, booster_due_date: '2026-05-05' },
    ])
    expect(answer.body).toEqual({
      changed: 4,
      unchanged: 0,
      refused: [],
      next_doses: [usual, whole].map(({ id }) => ({ id, from: '2026-02-02', to: '2026-03-02' })),
      warnings: [],
    })
    const due = async ({ id }: { id: number }) =>
      (await oneRow(db, 'vaccination_history', id)).booster_due_date
    expect([await due(usual), await due(edited), await due(whole), await due(stated)]).toEqual([
      '2026-03-02',
      '2026-03-31',
      '2026-03-02',
      '2026-05-05',
    ])
    const none = await addVaccineProduct(db)
    const last = await ask('PUT', 'bulk-update/', [{ id: usual.id, vaccine_product_id: none.id }])
    expect(last.body['next_doses']).toEqual([{ id: usual.id, from: '2026-03-02', to: null }])
  })

  test('a next dose that followed from the former product is not due for one without boosters', async () => {
    const [usual, edited] = await addTwo()
    const none = await addVaccineProduct(db)
    const other = { vaccine_product_id: none.id }
    expect((await correct(usual.id, other)).body).toMatchObject({
      booster_due_date: '2026-02-02',
      is_next_dose_open: false,
    })
    expect((await correct(edited.id, other)).body).toMatchObject({
      booster_due_date: '2026-03-31',
      is_next_dose_open: true,
    })
    const entered = await correct(usual.id, { booster_due_date: '2026-02-03' })
    expect(entered.body).toMatchObject({ is_next_dose_open: true })

    const { visit, body } = await addDose()
    const id = toId(await record(body))
    const dueInLetter = async () =>
      (await letterVaccinations(db, visit.id, 'Europe/London')).map(
        ({ booster_due }) => booster_due,
      )
    expect(await dueInLetter()).toEqual([expect.stringMatching(/\d{4}$/)])
    await correct(id, other)
    expect(await dueInLetter()).toEqual([''])
  })

  test('what is due comes first, and allergies say who stated them', async () => {
    const visit = await addVisit()
    const [first, second] = [
      await addVaccineProduct(db, { name: `Hepatitis A ${visit.id}` }),
      await addVaccineProduct(db, { name: `Hepatitis B ${visit.id}` }),
    ]
    await addVaccination(db, {
      patient_id: visit.patient_id,
      staff_id: me.staffId,
      vaccine_product_id: second.id,
      date_administered: new Date(Date.now() - 8 * WEEK),
      booster_due_date: new Date(Date.now() - WEEK).toISOString().slice(0, 10),
    })
    const path = `get-vaccination-history-by-appointment/?appointment_id=${visit.id}`
    const { body } = await ask('GET', path)
    const products = body['products'] as { id: number; due_on: string | null }[]
    expect(products[0]).toMatchObject({ id: second.id, due_on: expect.any(String) })
    expect(products.find(({ id }) => id === first.id)).toMatchObject({ due_on: null })
    expect(body['allergies']).toMatchObject({ items: [], none_known: false, stated: null })
  })
})

describe('who reads', () => {
  test('a clinician sees identity, allergies, consent and the batches used today before a dose', async () => {
    const made = await addAppointmentWithForms(db, { staff_id: me.staffId ?? 0 })
    await updateRows(db, 'eform', made.eform.id, { is_vaccination_form: true })
    const { submitted } = await addSubmittedForm(db, made)
    const { body } = await addDose({ batch_number: 'TODAY1' })
    await record(body)
    const start = await ask(
      'GET',
      `get-vaccination-history-by-appointment/?appointment_id=${made.appointment.id}`,
    )
    expect(start.body).toMatchObject({
      patient: { id: made.appointment.patient_id, is_deceased: false },
      allergies: { items: [], none_known: false },
      consents: [{ form_id: submitted.id }],
      may: { record: true },
      count: 0,
    })
    expect(start.body['batches']).toContainEqual(
      expect.objectContaining({ batch_number: 'TODAY1', used_today: true }),
    )
    const again = await ask(
      'GET',
      `get-vaccination-history-by-appointment/?appointment_id=${body['appointment_id']}`,
    )
    const product = (again.body['products'] as { id: number; is_usual: boolean }[])[0]
    expect(product).toMatchObject({ id: body['vaccine_product_id'], is_usual: true })
    const both = await ask('GET', 'get-vaccination-history-by-appointment/')
    expect(both.outcome).toBe('400')
  })

  test('patients their own without those entered in error, guests those of their appointment', async () => {
    const patient = await addSignedIn(server, {})
    const visit = await addVisit({ patient_id: patient.id })
    const { body } = await addDose({ appointment_id: visit.id, notes: 'For staff' })
    const id = toId(await record(body))
    const wrong = toId(
      await record({ ...body, confirmed_warnings: ['same_day', 'short_interval'] }),
    )
    await ask('DELETE', `${wrong}/`, { version: 1, reason: 'Twice' })
    const own = (path: string) => patient.ask('GET', `/api/private/vaccinationhistories/${path}`)
    const list = await own('')
    expect(list.body['results']).toMatchObject([{ id, batch_number: 'AB12' }])
    expect(JSON.stringify(list.body)).not.toMatch(/For staff/)

    const guest = await addGuest(db)
    const visitOfGuest = await addVisit({ patient_id: guest.id })
    await record({ ...body, appointment_id: visitOfGuest.id })
    const asGuest = (appointmentId: number) =>
      send(server, 'GET', `/api/public/vaccinationhistories/?appointment_id=${appointmentId}`, {
        headers: { 'Guest-User-Access-Token': guest.token },
      })
    expect((await asGuest(visitOfGuest.id)).body['count']).toBe(1)
    expect((await asGuest(visit.id)).outcome).toBe('404 not_found')
  })

  test('the list is narrowed by every filter, searched and put in order', async () => {
    const { body, visit, product } = await addDose({ batch_number: 'FILTER9' })
    const { body: made } = await record(body)
    const wanted: Record<string, string> = {
      from: String(made['given_on']),
      to: String(made['given_on']),
      vaccine_product_id: String(product.id),
      batch_number: 'filter9',
      site_id: String(visit.site_id),
      staff_id: String(me.staffId),
      patient_id: String(visit.patient_id),
      appointment_id: String(visit.id),
      state: 'given',
    }
    expect(Object.keys(wanted).toSorted()).toEqual(
      Object.keys(vaccinationRecords.filters).toSorted(),
    )
    const found = async (query: Record<string, string>) => {
      const narrow = { patient_id: String(visit.patient_id), ...query }
      const { body: page } = await ask('GET', `?${new URLSearchParams(narrow)}`)
      return (page['results'] as { id: number }[]).map(({ id }) => id)
    }
    for (const [name, value] of Object.entries(wanted)) {
      expect(await found({ [name]: value }), name).toContain(made['id'])
    }
    expect(await found({ state: 'not_given' })).toEqual([])
    expect(await found({ to: '2020-01-01' })).toEqual([])
    expect(await found({ search: String(made['patient_name']) })).toEqual([made['id']])
    expect(await found({ search: 'FILTER9' })).toEqual([made['id']])
    for (const field of vaccinationRecords.orderable) {
      expect(await found({ ordering: `-${field}` }), field).toEqual([made['id']])
    }
  })

  test('the list finds a batch for a recall, and hides errors only where they are filtered', async () => {
    const { body, product } = await addDose({ batch_number: 'RECALL 7' })
    const id = toId(await record(body))
    const found = await ask('GET', `?vaccine_product_id=${product.id}&batch_number=recall7`)
    expect(found.body).toMatchObject({ count: 1, results: [{ id }] })
    await ask('DELETE', `${id}/`, { version: 1, reason: 'Twice' })
    const given = await ask('GET', `?vaccine_product_id=${product.id}&state=given`)
    expect(given.body['count']).toBe(0)
    const wrong = await ask('GET', `?vaccine_product_id=${product.id}&state=entered_in_error`)
    expect(wrong.body['count']).toBe(1)
  })
})

test('the database refuses what must never be', async () => {
  const visit = await addVisit()
  const { product } = await addDose()
  const broken = (given: object) =>
    addVaccination(db, {
      patient_id: visit.patient_id,
      staff_id: me.staffId,
      vaccine_product_id: product.id,
      date_administered: new Date('2026-05-01T12:00:00Z'),
      ...given,
    }).then(
      () => 'none',
      (error: unknown) => brokenConstraint(error) ?? String(error),
    )
  expect(await broken({ expiry_date: '2026-05-01' })).toBe('none')
  expect(await broken({ expiry_date: '2026-04-30' })).toBe('vaccination_history_in_date')
  expect(await broken({ booster_due_date: '2026-05-01' })).toBe('vaccination_history_next_dose')
  expect(await broken({ given_on: '2026-05-03' })).toBe('vaccination_history_given_on')
  expect(await broken({ was_administered: false, not_given_reason: '' })).toBe(
    'vaccination_history_not_given',
  )
  expect(await broken({ entered_in_error: new Date() })).toBe('vaccination_history_error_reason')
  const another = await addPerson(db)
  expect(await broken({ appointment_id: visit.id, patient_id: another.id })).toBe(
    'vaccination_history_appointment_patient',
  )
})
