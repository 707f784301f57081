import { expect, test } from 'vitest'
import type { Clinic } from './administrator.ts'
import type { Client, Row } from './client.ts'

export function cliniciansPlan(clinician: Client, clinic: Clinic) {
  const staff_id = () => clinic['staff']?.id ?? 0

  test('the schedule, what can be given, the planner and a check', async () => {
    await clinician.get('admin/clinic/schedule/')
    const pin = { staff_id: staff_id(), pin_code: '4821' }
    expect(await clinician.get('admin/validate_clinician_pin_code/', pin)).toMatchObject({
      valid: true,
    })
    const availability_id = clinic['availability']?.id ?? 0
    const types = await clinician.list('admin/available_appointment_types/', {
      ...pin,
      availability_id,
    })
    expect(types).toMatchObject([{ id: clinic['type']?.id }])
    const appointment_type_id = clinic['type']?.id ?? 0
    const { dates } = await clinician.get('admin/appointment-planner/', { appointment_type_id })
    const [{ date }] = dates as [{ date: string }]
    const plan = await clinician.get('admin/appointment-planner/', { appointment_type_id, date })
    const time = (plan['times'] as Row[]).at(-1)
    const asked = { appointment_type_id, start: String(time?.['start']) }
    expect(await clinician.get('admin/check-availability/', asked)).toMatchObject({
      available: true,
    })
    clinic['time'] = time as Row
  })

  test('an appointment is booked for a patient, moved, put back and cancelled', async () => {
    const booked = await clinician.post('admin/appointments/', {
      patient_id: clinic['guest']?.id,
      appointment_type_id: clinic['type']?.id,
      availability_id: clinic['availability']?.id,
      start: clinic['time']?.['start'],
      duration: 15,
    })
    const rows = await clinician.list('admin/appointments/')
    const row = rows.find(({ id }) => id === booked.id) as Row
    const earlier = new Date(Date.parse(String(row['start'])) - 900_000).toISOString()
    expect(await clinician.change(row, { start: earlier })).toMatchObject({ start: earlier })
    await clinician.remove(row, { cancellation_notes: 'Rain' })
    const cancelled = await clinician.list('admin/cancelled-appointments/')
    expect(cancelled).toMatchObject([{ id: booked.id, cancellation_notes: 'Rain' }])
  })
}

export function cliniciansSeePatients(clinician: Client, clinic: Clinic) {
  test('a vaccination is recorded, put back and updated with others', async () => {
    const appointment_id = clinic['appointment']?.id
    const path = 'admin/vaccinationhistories/'
    await clinician.get(`${path}fields/`)
    await clinician.get(`${path}administration-choices/`)
    await clinician.get(`${path}get-vaccination-history-by-appointment/`, {
      appointment_id: appointment_id ?? 0,
    })
    const made = await clinician.post(path, {
      patient_id: clinic['patient']?.id,
      appointment_id,
      staff_id: clinic['staff']?.id,
      vaccine_product_id: clinic['product']?.id,
      batch_number: 'AB123',
      expiry_date: '2099-01-31',
      manufacturer: 'Acme',
      dose_number: 1,
      route_of_administration: 'intramuscular',
      site_of_administration: 'left_deltoid',
      was_administered: true,
      consent_obtained: true,
      is_historical: false,
      price: 12.5,
      notes: 'Was nervous',
    })
    expect(made).toMatchObject({ price: '12.50', notes: 'Was nervous' })
    const [row] = await clinician.list(path)
    await clinician.change(row as Row, { manufacturer: 'Acme Ltd' })
    await clinician.put(`${path}bulk-update/`, [{ id: made.id, batch_number: 'AB124' }])
    expect(await clinician.get(made.url)).toMatchObject({
      batch_number: 'AB124',
      manufacturer: 'Acme Ltd',
    })
    const wrong = await clinician.post(path, {
      patient_id: clinic['patient']?.id,
      vaccine_product_id: clinic['product']?.id,
      date_administered: '2020-03-04T10:00:00Z',
      is_historical: true,
      external_clinic_name: 'Quay Surgery',
    })
    await clinician.remove(wrong)
    clinic['vaccination'] = made
  })

  test('advice is written, pinned, marked, mended, and withdrawn', async () => {
    const advice = await clinician.post('admin/patientadvices/', {
      patient_id: clinic['patient']?.id,
      staff_id: clinic['staff']?.id,
      appointment_id: clinic['appointment']?.id,
      advice_text: 'Rest',
      category_ids: [clinic['advice']?.id],
      pinned: false,
      favourite: true,
    })
    expect(advice).toMatchObject({ favourite: true, staff_id: clinic['staff']?.id })
    expect(await clinician.change(advice, { advice_text: 'Rest today' })).toMatchObject({
      advice_text: 'Rest today',
    })
    await clinician.patch(advice.url, { pinned: true })
    const needless = await clinician.post('admin/patientadvices/', {
      patient_id: clinic['patient']?.id,
      advice_text: 'Needless',
    })
    await clinician.remove(needless)
    await clinician.list('admin/patientarchivedadvices/')
  })

  test('a clinician form is filled in and the appointment completed with its outcome', async () => {
    const appointment = clinic['appointment'] as Row
    // Forms begin when somebody begins them (docs/decisions/0051).
    await clinician.post('admin/clinicianforms/', {
      appointment_id: appointment.id,
      eform_id: clinic['clinicianForm']?.id,
    })
    const forms = await clinician.get(`admin/forms/${appointment.id}/`)
    const [form] = forms['clinician_forms'] as [Row]
    const read = await clinician.get(`admin/clinicianforms/${form.id}/`)
    await clinician.put(`admin/clinicianforms/${form.id}/`, { ...read, answers: { pulse: 70 } })
    const path = `admin/appointments/${appointment.id}/`
    const row = await clinician.get(path)
    const done = await clinician.put(`${path}complete_appointment/`, {
      ...row,
      completed: true,
      outcomes: [clinic['outcome']?.url],
    })
    expect(done).toMatchObject({
      completed: true,
      completed_by: clinic['user']?.id,
      outcomes: [{ id: clinic['outcome']?.id }],
    })
    await clinician.patch(
      `admin/appointments/${clinic['guestAppointment']?.id}/mark_as_did_not_attend/`,
    )
    await clinician.get(`admin/appointmentoutcomes/${clinic['outcome']?.id}/render/`, {
      appointment_id: appointment.id,
    })
  })
}

export function theDayEnds(admin: Client, clinic: Clinic) {
  test('dashboard and reports', async () => {
    for (const path of [
      'admin/temporary-reporting/',
      'admin/clinician-dashboard/',
      'admin/clinician-upcoming-appointments/',
      'admin/dashboard-total-income/',
      'admin/dashboard-appointments-logs/',
    ]) {
      await admin.get(path)
    }
  })

  test('a duplicate is found, and merged into the one that stays', async () => {
    const { first_name, last_name, dob, email, mobile } = clinic['guest'] as Row
    const asked = { first_name, last_name, dob, email, mobile, gender: -1, address1: '' }
    const twin = await admin.post('admin/users/', { first_name, last_name, dob, email, mobile })
    expect(await admin.post('admin/check-duplicate-user/', asked)).toMatchObject({
      is_duplicate: true,
    })
    await admin.list('admin/potential-duplicate-users/')
    // The specification shows no body of a merge, so that a client takes the server's names.
    const merge = { keep_id: twin.id, merge_ids: [clinic['guest']?.id] }
    const path = 'admin/potential-duplicate-users/'
    // What a guest said of themselves is looked at by staff before it becomes a patient's.
    expect(await admin.failure('POST', path, merge)).toMatch(/ 400 .*Nobody has verified/)
    await admin.post(path, { ...merge, contacts_checked: true })
    const users = await admin.list('admin/users/', { page_size: 500 })
    expect(users.map(({ id }) => id)).not.toContain(clinic['guest']?.id)
  })

  test('an availability is deleted, without a body', async () => {
    await admin.remove({ url: `admin/availabilities/${clinic['availability']?.id}/` })
  })
}
