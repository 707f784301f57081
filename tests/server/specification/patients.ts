import { expect, test } from 'vitest'
import { eventually } from '../../eventually.ts'
import { sampleImage } from '../files/sample-image.ts'
import type { Clinic } from './administrator.ts'
import { type Client, createClient, type Row } from './client.ts'

const details = {
  first_name: 'Ada',
  last_name: 'Bell',
  email: 'ada@example.test',
  mobile: '07700 900 123',
  dob: '1990-02-28',
}

/** The shape of a week is not in the specification, so that the client reads what it is given. */
async function readTimes(client: Client, type: Row | undefined): Promise<Row[]> {
  const slug = String(type?.['slug'])
  const week = { appointment_type_slug: slug }
  const { next_available } = await client.get('public/weekly-availability/', week)
  const { days } = (await client.get('public/weekly-availability/', {
    ...week,
    week: String(next_available),
  })) as unknown as { days: { slots: Row[] }[] }
  return days.flatMap(({ slots }) => slots)
}

export function visitorsBrowse(visitor: Client, clinic: Clinic) {
  test('services, categories, surgeries, allergies and addresses', async () => {
    const types = await visitor.list('public/appointmenttypes/')
    expect(types).toMatchObject([{ slug: 'flu-vaccination', description: 'A jab' }])
    const shown = { disabled: false, hidden: false }
    expect(await visitor.list('public/appointmenttypes/', shown)).toHaveLength(1)
    const [category] = await visitor.list('public/appointmentcategories/', { key: '' })
    expect(category).toMatchObject({ appointment_types: [{ slug: 'flu-vaccination' }] })
    const one = await visitor.get(`public/appointmentcategories/${category?.id}/`, { key: '' })
    expect(one['appointment_types']).toHaveLength(1)
    expect(await visitor.list('public/gpsurgeries/')).toHaveLength(1)
    expect(await visitor.list('public/allergies/')).toHaveLength(1)
    const found = await visitor.get('public/addresses/autocomplete/Harbour/')
    const [{ id }] = found['suggestions'] as [Row]
    expect(await visitor.get(`public/addresses/${id}/`)).toHaveProperty('postcode')
    clinic['publicType'] = types[0] as Row
  })
}

export function guestsBook(visitor: Client, apiBase: string, clinic: Clinic) {
  test('a guest user is made, put back, checked and books', async () => {
    const made = await visitor.post('public/users/', details)
    const token = String(made['guest_access_token'])
    const guest = createClient(apiBase, { 'Guest-User-Access-Token': token })
    expect(await guest.change(made)).toMatchObject({
      id: made.id,
      ...details,
      mobile: made['mobile'],
    })
    expect(await guest.put(`public/users/${made.id}/`, { city: 'Saltmere' })).toMatchObject({
      city: 'Saltmere',
      first_name: 'Ada',
    })
    expect(await guest.get('public/check-guest-user/')).toMatchObject({ id: made.id })
    const [time] = await readTimes(guest, clinic['type'])
    clinic['guestAppointment'] = await guest.post(
      'public/appointments/',
      {
        patient_id: made.id,
        appointment_type_id: clinic['type']?.id,
        start: time?.['start'],
        duration: clinic['type']?.['duration'],
      },
      { key: '' },
    )
    clinic['guest'] = made
  })
}

export function patientsBookAndFillIn(patient: Client, clinic: Clinic) {
  let user: Row
  let form: Row

  test('a patient reads and keeps a profile', async () => {
    await patient.get('private/is-logged-in/')
    user = await patient.get('private/user-auth/user_details/')
    const changed = {
      email: 'mary@example.test',
      city: 'Saltmere',
      allergies: [clinic['allergy']?.id],
    }
    await patient.put(`private/users/${user.id}/`, { ...user, ...changed })
    expect(
      await patient.patch(`private/users/${user.id}/`, { landline: '01632960111' }),
    ).toMatchObject({ city: 'Saltmere', allergies: [{ name: 'Eggs' }] })
    expect(await patient.list('private/allergies/')).toHaveLength(1)
    expect(await patient.list('private/vaccineproducts/')).toHaveLength(1)
    user = await patient.get('private/user-auth/user_details/')
    clinic['patient'] = user
  })

  test('a patient books and sees the appointment', async () => {
    const [, time] = await readTimes(patient, clinic['type'])
    const booked = await patient.post(
      'private/appointments/',
      {
        patient_id: user.id,
        appointment_type_id: clinic['type']?.id,
        start: time?.['start'],
        duration: 15,
        gp_surgery_id: clinic['surgery']?.id,
      },
      { key: '' },
    )
    expect(await patient.list('private/appointments/')).toMatchObject([
      { id: booked.id, completed: false, completed_by: null },
    ])
    clinic['appointment'] = booked
  })

  test('a patient fills in a form with a file, submits it and mends it afterwards', async () => {
    const appointment_id = clinic['appointment']?.id
    // Forms begin when somebody begins them (docs/decisions/0051).
    await patient.post('private/savedforms/', { appointment_id, eform_id: clinic['form']?.id })
    const forms = await patient.get(`private/forms/${appointment_id}/`)
    const [inProgress] = forms['inprogress_forms'] as [Row]
    const [listed] = await patient.list('private/savedforms/')
    for (const one of [inProgress, listed]) {
      expect(one).toMatchObject({ eform: { formDefinition: [{ id: 'eggs' }, { type: 'file' }] } })
    }
    const card = new Blob([await sampleImage()], { type: 'image/png' })
    const progress = await patient.progress(user)
    const file = await patient.upload(`${inProgress.url}upload_file/`, 'PUT', 'file', card)
    await eventually(() => expect(progress.said.at(-1)).toMatchObject({ progress: 100 }))
    progress.close()
    const saved = await patient.get(inProgress.url)
    const { formDefinition } = saved['eform'] as { formDefinition: [Row, { id: string }] }
    const answers = { eggs: 'Yes', [formDefinition[1].id]: [file] }
    await patient.change(saved, { answers })
    form = await patient.post('private/submittedforms/', { saved_form_id: saved.id })
    expect(await patient.change(form, { answers: { ...answers, eggs: 'No' } })).toMatchObject({
      id: form.id,
      answers: { eggs: 'No' },
    })
    await patient.upload(`${form.url}upload_file/`, 'PUT', 'file', card)
    // Every version stays readable, the first one under its own address.
    const submitted = await patient.list('private/submittedforms/')
    expect(submitted.map(({ eform }) => eform)).toMatchObject(
      Array(3).fill({ formDefinition: [{ id: 'eggs' }, { type: 'file' }] }),
    )
    const after = await patient.get(`private/forms/${appointment_id}/`)
    expect(after['completed_forms']).toHaveLength(3)
  })
}

export function patientsSeeTheirRecord(patient: Client, clinic: Clinic) {
  test('a patient reads vaccinations, letters and advice', async () => {
    const [vaccination] = await patient.list('private/vaccinationhistories/')
    expect(vaccination).toMatchObject({
      staff_id: clinic['staff']?.id,
      notes: '',
      price: '12.50',
      created: expect.any(String),
      modified: expect.any(String),
    })
    const appointment_id = clinic['appointment']?.id ?? 0
    const letter = `private/appointmentoutcomes/${clinic['outcome']?.id}/render/`
    expect(await patient.get(letter, { appointment_id })).toMatchObject({
      html: expect.stringContaining('Vaccinated'),
    })
    const [advice] = await patient.list('private/patientadvices/')
    expect(advice).toMatchObject({ advice_text: 'Rest today', favourite: true })
    await patient.patch(String(advice?.url), { favourite: false })
    await patient.list('private/patientarchivedadvices/')
  })

  test('a patient changes only the mark of advice, and is told so', async () => {
    const [advice] = await patient.list('private/patientadvices/')
    const row = { ...advice, advice_text: 'Dance today' }
    for (const [method, path] of [
      ['POST', 'private/patientadvices/'],
      ['PUT', String(advice?.url)],
      ['DELETE', String(advice?.url)],
    ] as const) {
      expect(await patient.failure(method, path, row)).toMatch(/ 403 .*Only staff/)
    }
  })
}
