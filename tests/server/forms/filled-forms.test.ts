import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { eventually } from '../../eventually.ts'
import { addGuest, addPerson } from '../clinic-factory.ts'
import { toMerge } from '../merging/likely-pair.ts'
import { auditLines, insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addClinicianUser, addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import {
  addAppointmentLink,
  addAppointmentWithForms,
  addEform,
  addSavedForm,
  addSubmittedForm,
} from './filled-form-rows.ts'

/* Forms of an appointment, from the first answer to the amendment. */

const server = await runTestServer()
const { db } = server.database

type Headers = Record<string, string>
type Audience = 'public' | 'private' | 'admin'
const ask = (audience: Audience, method: string, path: string, headers: Headers, body?: object) =>
  send(server, method, `/api/${audience}/${path}`, { headers, body })

/** A guest with an appointment, and calls as them. */
async function addGuestWithForms() {
  const guest = await addGuest(db)
  await updateRows(db, 'person', guest.id, { mobile: '07700 900 123' })
  const made = await addAppointmentWithForms(db, { patient_id: guest.id })
  const headers = { 'Guest-User-Access-Token': guest.token }
  const { appointment, eform } = made
  return {
    ...made,
    guest,
    call: (method: string, path: string, body?: object) =>
      ask('public', method, path, headers, body),
    toStart: { appointment_id: appointment.id, eform_id: eform.id },
  }
}

const toId = ({ body }: Answer) => Number(body['id'])

describe('a guest', () => {
  test('starts a form once, saves it, submits it and finds it again', async () => {
    const { call, toStart, appointment, eform } = await addGuestWithForms()
    await updateRows(db, 'site', appointment.site_id, { telephone: '020 7946 0018' })
    const due = await call('GET', `forms/${appointment.id}/`)
    expect(due.body).toMatchObject({
      due_forms: [{ kind: 'patient', eform: { id: eform.id, minutes: 2 } }],
      inprogress_forms: [],
      completed_forms: [],
      clinician_forms: [],
    })
    const [started, again] = await Promise.all([
      call('POST', 'savedforms/', toStart),
      call('POST', 'savedforms/', toStart),
    ])
    expect([started.status, again.status]).toEqual([201, 201])
    expect(again.body['id']).toBe(started.body['id'])
    // What guests declare about themselves is filled in.
    expect(started.body).toMatchObject({ answers: { phone: '07700 900 123' }, revision: 1 })
    expect(started.body['site_telephone']).toBe('020 7946 0018')
    const one = `savedforms/${toId(started)}/`
    const answers = { eggs: 'yes', reaction: '' }
    const saved = await call('PUT', one, { answers, revision: 1 })
    expect(saved.body).toMatchObject({ revision: 2, may: ['change', 'submit'] })
    const refused = await call('POST', 'submittedforms/', {
      saved_form_id: toId(started),
      revision: 2,
    })
    expect(refused.body).toEqual({ 'answers.reaction': ['Enter an answer'] })
    await call('PUT', one, { answers: { eggs: 'yes', reaction: 'A rash' }, revision: 2 })
    const submission = { saved_form_id: toId(started), revision: 3 }
    const [first, second] = await Promise.all([
      call('POST', 'submittedforms/', submission),
      call('POST', 'submittedforms/', submission),
    ])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(first.body).toMatchObject({
      answers: { eggs: 'yes', reaction: 'A rash' },
      // What staff are told is for staff.
      alerts: [{ item: 'eggs', level: 'stop', text: '' }],
      submitted_role: 'guest',
    })
    for (const { text } of [started, first]) expect(text).not.toContain('Allergic to eggs')
    const listed = await call('GET', `forms/${appointment.id}/`)
    expect(listed.body).toMatchObject({
      due_forms: [],
      inprogress_forms: [],
      completed_forms: [{ id: first.body['id'], eform: { id: eform.id } }],
    })
    expect((await call('GET', one)).body).toMatchObject({
      is_draft: false,
      answers: {},
      may: [],
      submitted_form_id: first.body['id'],
    })
    expect((await call('GET', `submittedforms/${toId(first)}/`)).body).toEqual(first.body)
    // Nothing that was typed stays beside what was submitted.
    expect(await oneRow(db, 'saved_form', toId(started))).toMatchObject({ answers: null })
  })

  test('submits no answer that is hidden', async () => {
    const { call, toStart } = await addGuestWithForms()
    const started = await call('POST', 'savedforms/', toStart)
    const answers = { eggs: 'no', reaction: 'A secret' }
    await call('PUT', `savedforms/${toId(started)}/`, { answers, revision: 1 })
    const submitted = await call('POST', 'submittedforms/', {
      saved_form_id: toId(started),
      revision: 2,
    })
    expect(submitted.body['answers']).toEqual({ eggs: 'no' })
    expect(JSON.stringify(await rowsWhere(db, 'submitted_form', toId(submitted)))).not.toContain(
      'secret',
    )
  })

  test('keeps the version that they began with', async () => {
    const { call, toStart, eform } = await addGuestWithForms()
    const started = await call('POST', 'savedforms/', toStart)
    await updateRows(db, 'eform', eform.id, {
      form_definition: JSON.stringify([{ type: 'text', id: 'other', label: 'Other' }]),
    })
    await db.deleteFrom('appointment_type_patient_form').where('eform_id', '=', eform.id).execute()
    const read = await call('GET', `savedforms/${toId(started)}/`)
    expect(read.body['eform']).toMatchObject({ version: 1, formDefinition: { length: 4 } })
    expect((await call('POST', 'savedforms/', toStart)).body['id']).toBe(started.body['id'])
  })

  test.each<[string, object, object]>([
    ['of another form', { fever: 'yes' }, { 'answers.fever': ['This form has no such question'] }],
    [
      'of the wrong kind',
      { eggs: true },
      { 'answers.eggs': ['This answer is not of the kind that the question needs'] },
    ],
    [
      'by the name of a prototype',
      { constructor: 'yes' },
      { 'answers.constructor': ['This form has no such question'] },
    ],
    [
      'longer than any can be',
      { reaction: 'x'.repeat(20_001) },
      { 'answers.reaction': ['Use 20,000 characters or fewer'] },
    ],
    [
      'beyond 300',
      Object.fromEntries(Array.from({ length: 301 }, (_, place) => [`item${place}`, 'x'])),
      { answers: ['Send 300 answers or fewer'] },
    ],
    ['that is none', { eggs: null }, { 'answers.eggs': ['This is not an answer'] }],
  ])('saves no answer %s', async (_, answers, fields) => {
    const { call, toStart } = await addGuestWithForms()
    const started = await call('POST', 'savedforms/', toStart)
    const refused = await call('PUT', `savedforms/${toId(started)}/`, { answers, revision: 1 })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual(fields)
  })

  test('cannot start a form that the appointment does not need', async () => {
    const { call, appointment } = await addGuestWithForms()
    const other = await addEform(db)
    const refused = await call('POST', 'savedforms/', {
      appointment_id: appointment.id,
      eform_id: other.id,
    })
    expect(refused.body).toEqual({ eform_id: ['This appointment does not need this form.'] })
  })
})

describe('an archived form', () => {
  const archive = (id: number) => updateRows(db, 'eform', id, { archived: true })

  test('is not asked of those who have not begun it', async () => {
    const { call, toStart, appointment, eform, clinicianEform } = await addGuestWithForms()
    const service = `appointmenttypes/${appointment.appointment_type_id}/`
    expect((await call('GET', service)).body['forms']).toHaveLength(1)
    await archive(eform.id)
    await archive(clinicianEform.id)
    expect((await call('GET', service)).body['forms']).toEqual([])
    const { body } = await call('GET', `forms/${appointment.id}/`)
    expect(body).toMatchObject({
      due_forms: [],
      appointment: { forms: { due: 0, in_progress: 0, submitted: 0 } },
    })
    expect((await call('POST', 'savedforms/', toStart)).body).toEqual({
      eform_id: ['This appointment does not need this form.'],
    })
    const ada = await addSignedIn(server, { person: { is_superuser: true } })
    const asClinic = await ask('admin', 'GET', `forms/${appointment.id}/`, ada.headers)
    expect(asClinic.body).toMatchObject({ due_forms: [] })
  })

  test('is still saved, submitted and amended by those who have', async () => {
    const { call, toStart, eform, appointment } = await addGuestWithForms()
    const started = await call('POST', 'savedforms/', toStart)
    await archive(eform.id)
    expect((await call('POST', 'savedforms/', toStart)).body['id']).toBe(toId(started))
    const one = `savedforms/${toId(started)}/`
    const saved = await call('PUT', one, { answers: { eggs: 'no' }, revision: 1 })
    expect(saved.body).toMatchObject({ revision: 2 })
    const submitted = await call('POST', 'submittedforms/', {
      saved_form_id: toId(started),
      revision: 2,
    })
    expect(submitted.status, submitted.text).toBe(201)
    const amends = { ...toStart, amends: toId(submitted) }
    expect((await call('POST', 'savedforms/', amends)).body).toMatchObject({ is_draft: true })
    expect((await call('GET', `forms/${appointment.id}/`)).body).toMatchObject({
      completed_forms: [{ id: toId(submitted) }],
      appointment: { forms: { due: 0, submitted: 1 } },
    })
  })
})

test('an appointment says how far its forms are', async () => {
  const { call, toStart, appointment } = await addGuestWithForms()
  const forms = async () => (await call('GET', `appointments/${appointment.id}/`)).body['forms']
  expect(await forms()).toEqual({ due: 1, in_progress: 0, submitted: 0 })
  const saved_form_id = toId(await call('POST', 'savedforms/', toStart))
  expect(await forms()).toEqual({ due: 0, in_progress: 1, submitted: 0 })
  const answers = { eggs: 'no' }
  await call('PUT', `savedforms/${saved_form_id}/`, { answers, revision: 1 })
  const submitted = await call('POST', 'submittedforms/', { saved_form_id, revision: 2 })
  expect(await forms()).toEqual({ due: 0, in_progress: 0, submitted: 1 })
  await call('POST', 'savedforms/', { ...toStart, amends: toId(submitted) })
  expect(await forms()).toEqual({ due: 0, in_progress: 0, submitted: 1 })
})

describe('two devices', () => {
  test('the second is told, and an answer that got lost is no conflict', async () => {
    const { call, toStart } = await addGuestWithForms()
    const one = `savedforms/${toId(await call('POST', 'savedforms/', toStart))}/`
    const mine = { answers: { eggs: 'no' }, revision: 1 }
    expect((await call('PUT', one, mine)).status).toBe(200)
    expect((await call('PUT', one, mine)).body).toMatchObject({ revision: 2 })
    const other = await call('PUT', one, { answers: { eggs: 'yes' }, revision: 1 })
    expect(other.outcome).toBe('409 stale')
    expect((await call('GET', one)).body).toMatchObject({ answers: { eggs: 'no' }, revision: 2 })
  })
})

describe('an appointment that ends meanwhile', () => {
  test.each([
    ['cancelled', 'This appointment was cancelled, so the form is no longer needed.'],
    ['completed', 'This appointment has taken place. Contact the branch to add something.'],
  ])('%s: says so, and keeps what was saved', async (status, detail) => {
    const { call, toStart, appointment } = await addGuestWithForms()
    const one = `savedforms/${toId(await call('POST', 'savedforms/', toStart))}/`
    await call('PUT', one, { answers: { eggs: 'no' }, revision: 1 })
    const at = new Date()
    await updateRows(db, 'appointment', appointment.id, {
      status,
      ...(status === 'cancelled' ? { cancelled_on: at } : { completed_on: at }),
    })
    const refused = await call('PUT', one, { answers: { eggs: 'yes' }, revision: 2 })
    expect(refused.body).toEqual({ code: 'conflict', detail })
    expect((await call('GET', one)).body).toMatchObject({ answers: { eggs: 'no' }, may: [] })
  })
  test('rescheduled: the form goes with it', async () => {
    const { call, toStart, appointment } = await addGuestWithForms()
    const one = `savedforms/${toId(await call('POST', 'savedforms/', toStart))}/`
    await updateRows(db, 'appointment', appointment.id, {
      starts_at: new Date(Date.now() + 3 * 86_400_000),
    })
    expect((await call('PUT', one, { answers: { eggs: 'no' }, revision: 1 })).status).toBe(200)
  })
})

describe('an amendment', () => {
  test('takes a reason, replaces, and leaves both readable', async () => {
    const { call, appointment, eform } = await addGuestWithForms()
    const { submitted } = await addSubmittedForm(db, { appointment, eform })
    const toAmend = { appointment_id: appointment.id, eform_id: eform.id, amends: submitted.id }
    expect((await call('POST', 'savedforms/', { ...toAmend, amends: undefined })).body).toEqual({
      code: 'conflict',
      detail: 'This form has been submitted.',
    })
    const draft = await call('POST', 'savedforms/', toAmend)
    expect(draft.body).toMatchObject({ answers: { eggs: 'no' }, amends: submitted.id })
    const revision = Number(draft.body['revision'])
    const answers = { eggs: 'yes', reaction: 'A rash' }
    await call('PUT', `savedforms/${toId(draft)}/`, { answers, revision })
    const submission = { saved_form_id: toId(draft), revision: revision + 1 }
    const unexplained = { ...submission, reason: '' }
    expect((await call('POST', 'submittedforms/', unexplained)).body).toEqual({
      reason: ['Enter why the answers change.'],
    })
    const reason = 'I had forgotten'
    const amended = await call('POST', 'submittedforms/', { ...submission, reason })
    expect(amended.body).toMatchObject({ answers, reason, replaces: submitted.id })
    const before = await call('GET', `submittedforms/${submitted.id}/`)
    expect(before.body).toMatchObject({ answers: { eggs: 'no' }, replaced_by: amended.body['id'] })
  })

  test('at once, twice the same is one; of two different ones the second is told', async () => {
    const { call, appointment, eform } = await addGuestWithForms()
    const { submitted } = await addSubmittedForm(db, { appointment, eform })
    const amendment = { answers: { eggs: 'no', phone: '01632 960 001' }, reason: 'A new number' }
    const one = `submittedforms/${submitted.id}/`
    const [first, second] = await Promise.all([
      call('PUT', one, amendment),
      call('PUT', one, amendment),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body['id']).toBe(first.body['id'])
    expect(first.body).toMatchObject({ id: submitted.id, replaced_by: expect.any(Number) })
    const other = { answers: { eggs: 'no' }, reason: 'Another' }
    const third = await call('PUT', one, { ...other, replaced_by: null })
    expect(third.outcome).toBe('409 stale')
    // Who does not say what they saw amends the version that holds.
    const { body } = await call('PUT', one, { ...first.body, ...other })
    expect(body).toMatchObject({ id: submitted.id, answers: { eggs: 'no' } })
    const latest = await call('GET', `submittedforms/${body['replaced_by']}/`)
    expect(latest.body).toMatchObject({ replaces: first.body['replaced_by'] })
  })

  test('ends for patients when the appointment starts', async () => {
    const { call, appointment, eform } = await addGuestWithForms()
    const { submitted } = await addSubmittedForm(db, { appointment, eform })
    await updateRows(db, 'appointment', appointment.id, {
      starts_at: new Date(Date.now() - 60_000),
    })
    const refused = await call('PUT', `submittedforms/${submitted.id}/`, {
      answers: { eggs: 'no', phone: '01632 960 001' },
      reason: 'Late',
    })
    expect(refused.body['detail']).toMatch(/^The appointment has started/)
  })

  test('a submitted form cannot be changed, not even in the database', async () => {
    const { appointment, eform } = await addGuestWithForms()
    const { submitted } = await addSubmittedForm(db, { appointment, eform })
    const change = updateRows(db, 'submitted_form', submitted.id, { reason: 'x' })
    await expect(change).rejects.toThrow('a submitted form is final')
  })
})

describe('a link to an appointment', () => {
  const addLink = async (appointmentId: number, personId: number) => {
    const headers = await addAppointmentLink(db, appointmentId, personId)
    return (method: string, path: string, body?: object) =>
      ask('public', method, path, headers, body)
  }

  test('names the patient as it was issued, the appointment, and no date of birth', async () => {
    const { appointment, eform, guest } = await addGuestWithForms()
    await updateRows(db, 'person', guest.id, { first_name: 'Renamed' })
    const { submitted } = await addSubmittedForm(db, { appointment, eform })
    const byLink = await addLink(appointment.id, guest.id)
    const type = await oneRow(db, 'appointment_type', appointment.appointment_type_id)
    const site = await oneRow(db, 'site', appointment.site_id)
    expect((await byLink('GET', `submittedforms/${submitted.id}/`)).body).toMatchObject({
      patient: { full_name: 'Ada Guest', dob: null },
      appointment: {
        appointment_type_name: type.name,
        site_name: site.name,
        start: appointment.starts_at.toISOString(),
      },
    })
  })

  test('opens the forms of that appointment alone, and fills in nothing', async () => {
    const { appointment, guest, toStart } = await addGuestWithForms()
    const other = await addAppointmentWithForms(db, {
      patient_id: guest.id,
      starts_at: new Date(Date.now() + 5 * 86_400_000),
    })
    const byLink = await addLink(appointment.id, guest.id)
    expect((await byLink('POST', 'savedforms/', toStart)).body).toMatchObject({ answers: {} })
    const elsewhere = { appointment_id: other.appointment.id, eform_id: other.eform.id }
    expect((await byLink('POST', 'savedforms/', elsewhere)).outcome).toBe('404 not_found')
    const saved = await addSavedForm(db, other)
    expect((await byLink('GET', `savedforms/${saved.id}/`)).outcome).toBe('404 not_found')
  })

  test('once the record was merged, shows what its holder filled in and nothing else', async () => {
    const { appointment, guest, toStart, eform } = await addGuestWithForms()
    const byLink = await addLink(appointment.id, guest.id)
    const mine = await byLink('POST', 'savedforms/', toStart)
    const kept = await addPerson(db, { is_portal_user: true })
    const second = await addEform(db)
    await insertRow(db, 'appointment_type_patient_form', {
      appointment_type_id: appointment.appointment_type_id,
      eform_id: second.id,
      position: 2,
    })
    const staff = await addSignedIn(server, { person: { is_staff: true, is_superuser: true } })
    const merged = await ask('admin', 'POST', 'potential-duplicate-users/', staff.headers, {
      ...toMerge(await oneRow(db, 'person', kept.id), await oneRow(db, 'person', guest.id)),
      fields: {},
      sign_ins_checked: true,
      contacts_checked: true,
    })
    expect(merged.status, merged.text).toBe(200)
    const other = await addSavedForm(
      db,
      { appointment, eform: second },
      {
        answers: { phone: '07700 900 999' },
        startedBy: kept.id,
      },
    )
    const listed = await byLink('GET', `forms/${appointment.id}/`)
    expect(listed.body).toMatchObject({ inprogress_forms: [{ id: toId(mine) }], due_forms: [] })
    expect(listed.text).not.toContain(kept.last_name)
    expect((await byLink('GET', `savedforms/${other.id}/`)).outcome).toBe('404 not_found')
    const again = await byLink('POST', 'savedforms/', { ...toStart, eform_id: second.id })
    expect(again.body).toEqual({
      code: 'conflict',
      detail: 'This form was already started. Contact the branch.',
    })
    // The holder goes on.
    const one = `savedforms/${toId(mine)}/`
    expect((await byLink('PUT', one, { answers: { eggs: 'no' }, revision: 1 })).status).toBe(200)
    // The patient who was kept sees all of it.
    const patient = await addSignedIn(server, { personId: kept.id })
    const own = await ask('private', 'GET', `forms/${appointment.id}/`, patient.headers)
    expect(own.body).toMatchObject({
      inprogress_forms: [{ eform: { id: eform.id } }, { id: other.id }],
    })
  })
})

describe('staff', () => {
  const others: Permission[] = ['eforms.view_other_forms', 'clinic.view_other_appointments']

  test('see forms of their own appointments, and of others with the permission', async () => {
    const { appointment, eform } = await addAppointmentWithForms(db)
    const { submitted } = await addSubmittedForm(db, { appointment, eform })
    const read = async (permissions: Permission[]) => {
      const { headers } = await addStaffUser(server, permissions)
      return (await ask('admin', 'GET', `submittedforms/${submitted.id}/`, headers)).outcome
    }
    expect(await read(['eforms.view_submittedform'])).toBe('403 not_allowed')
    expect(await read(['eforms.view_submittedform', ...others])).toBe('200')
    const clinician = await addClinicianUser(server, ['eforms.view_submittedform'])
    const own = await addAppointmentWithForms(db, { staff_id: clinician.staffId ?? 0 })
    const ofOwn = await addSubmittedForm(db, own)
    const { headers } = clinician
    const patient = await oneRow(db, 'person', own.appointment.patient_id ?? 0)
    const ofOwnPatient = await ask('admin', 'GET', `submittedforms/${ofOwn.submitted.id}/`, headers)
    expect(ofOwnPatient.body).toMatchObject({
      patient: { full_name: patient.full_name, dob: patient.dob },
      // Without the permission to see appointments.
      appointment: null,
    })
    const listed = await ask('admin', 'GET', 'submittedforms/', headers)
    expect(listed.body).toMatchObject({ count: 1, results: [{ id: ofOwn.submitted.id }] })
  })

  test('start a clinician form prefilled by the patient, and complete it once it is whole', async () => {
    const made = await addAppointmentWithForms(db)
    await addSubmittedForm(db, made, { answers: { eggs: 'yes', reaction: 'A rash' } })
    const { ask: call } = await addStaffUser(server, [
      'eforms.add_clinicianform',
      'eforms.change_clinicianform',
      'eforms.view_clinicianform',
      'eforms.view_submittedform',
      ...others,
    ])
    const started = await call('POST', '/api/admin/clinicianforms/', {
      appointment_id: made.appointment.id,
      eform_id: made.clinicianEform.id,
    })
    expect(started.body).toMatchObject({ status: 'in_progress', answers: { reaction: 'A rash' } })
    const completion = { answers: {}, revision: 1, complete: true }
    const incomplete = await call('PUT', `/api/admin/clinicianforms/${toId(started)}/`, completion)
    expect(incomplete.body).toEqual({ 'answers.pulse': ['Enter a number'] })
  })
})

describe('who may write a form, but not see it, reads nothing of it', () => {
  const writes: Permission[] = [
    'eforms.view_other_forms',
    'eforms.add_savedform',
    'eforms.add_submittedform',
    'eforms.change_submittedform',
  ]
  const asStaff = async (permissions: Permission[]) => {
    const { headers } = await addStaffUser(server, permissions)
    return (method: string, path: string, body?: object) =>
      ask('admin', method, path, headers, body)
  }
  const withheld = {
    answers: {},
    alerts: [],
    may: [],
    patient: { full_name: '', dob: null },
  }

  test('on starting and on submitting', async () => {
    const made = await addAppointmentWithForms(db)
    const toStart = { appointment_id: made.appointment.id, eform_id: made.eform.id }
    const saved = await addSavedForm(db, made, { answers: { eggs: 'yes', reaction: 'A rash' } })
    const call = await asStaff(writes)
    const started = await call('POST', 'savedforms/', toStart)
    expect([started.status, started.body]).toMatchObject([
      201,
      { id: saved.id, answers: {}, may: [] },
    ])
    const submitted = await call('POST', 'submittedforms/', { saved_form_id: saved.id })
    expect([submitted.status, submitted.body]).toMatchObject([201, withheld])
    const again = await call('POST', 'submittedforms/', { saved_form_id: saved.id })
    expect(again.body).toMatchObject({ id: submitted.body['id'], ...withheld })
    const amended = await call('PUT', `submittedforms/${toId(submitted)}/`, {
      answers: { eggs: 'no' },
      reason: 'Misread',
    })
    expect([amended.status, amended.body]).toMatchObject([200, withheld])
  })

  test('in a draft that amends what was submitted', async () => {
    const made = await addAppointmentWithForms(db)
    const { saved, submitted } = await addSubmittedForm(db, made, { answers: { eggs: 'yes' } })
    const call = await asStaff([...writes, 'eforms.view_savedform'])
    const toStart = { appointment_id: made.appointment.id, eform_id: made.eform.id }
    const draft = await call('POST', 'savedforms/', { ...toStart, amends: submitted.id })
    expect([draft.status, draft.body]).toMatchObject([201, { id: saved.id, answers: {} }])
    expect((await call('GET', `savedforms/${saved.id}/`)).body).toMatchObject({ answers: {} })
  })

  test('in forms of clinicians, and in what those begin with', async () => {
    const made = await addAppointmentWithForms(db)
    await addSubmittedForm(db, made, { answers: { eggs: 'yes', reaction: 'A rash' } })
    const toStart = { appointment_id: made.appointment.id, eform_id: made.clinicianEform.id }
    const ofClinicians: Permission[] = [
      'eforms.view_other_forms',
      'eforms.add_clinicianform',
      'eforms.change_clinicianform',
    ]
    const sees = await asStaff([...ofClinicians, 'eforms.view_clinicianform'])
    const prefilled = await sees('POST', 'clinicianforms/', toStart)
    expect([prefilled.status, prefilled.body]).toMatchObject([201, { answers: {} }])
    expect(JSON.stringify(prefilled.body['answers'])).not.toContain('rash')
    const one = `clinicianforms/${toId(prefilled)}/`
    await sees('PUT', one, { answers: { pulse: '72' } })
    const call = await asStaff(ofClinicians)
    const completed = await call('PUT', one, { complete: true })
    expect([completed.status, completed.body]).toMatchObject([
      200,
      { answers: {}, alerts: [], may: [], versions: [] },
    ])
  })
})

test('a submitted form is told to the schedules that show its appointment', async () => {
  const { call, toStart, appointment } = await addGuestWithForms()
  const saved_form_id = toId(await call('POST', 'savedforms/', toStart))
  const announced: number[] = []
  // What an earlier test submitted may be announced only now.
  const stop = server.services.live.subscribe(({ staff_ids }) =>
    announced.push(...staff_ids.filter((id) => id === appointment.staff_id)),
  )
  await call('PUT', `savedforms/${saved_form_id}/`, { answers: { eggs: 'no' }, revision: 1 })
  await call('POST', 'submittedforms/', { saved_form_id, revision: 2 })
  await eventually(() => expect(announced).toEqual([appointment.staff_id]))
  stop()
})

test('reading and writing is on the trail, and never an answer', async () => {
  const { call, toStart, guest } = await addGuestWithForms()
  const started = await call('POST', 'savedforms/', toStart)
  const one = `savedforms/${toId(started)}/`
  await call('PUT', one, { answers: { eggs: 'no', phone: '12345678' }, revision: 1 })
  await call('PUT', one, { answers: { eggs: 'no', phone: '12345679' }, revision: 2 })
  await call('GET', one)
  await call('POST', 'submittedforms/', { saved_form_id: toId(started), revision: 3 })
  const lines = await auditLines(db, ['action', 'change'], { patient_id: guest.id })
  expect(lines.map(({ action }) => action)).toEqual([
    'form.started',
    'form.saved',
    'form.read',
    'form.submitted',
  ])
  expect(JSON.stringify(lines)).not.toContain('1234567')
})
