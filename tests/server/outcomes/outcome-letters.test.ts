import { beforeEach, expect, test } from 'vitest'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { addAdvice } from '../advice/advice-rows.ts'
import { addPerson } from '../clinic-factory.ts'
import {
  addAppointmentLink,
  addAppointmentWithForms,
  addSubmittedForm,
} from '../forms/filled-form-rows.ts'
import { insertRow, newestAuditLine, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'
import {
  addAppointmentWithOutcome,
  addOutcome,
  offerOutcome,
  recordOutcome,
} from './recorded-outcome-rows.ts'

/* Letters: the template of the recorded version, with what belongs to that appointment alone. */

const server = await runTestServer()
const { db } = server.database
const me = await addSignedIn(server, { person: { first_name: 'Ada', last_name: 'Rowe' } })
const staff = await addStaffUser(server, ['clinic.view_outcome', 'clinic.view_other_appointments'])

type With = Awaited<ReturnType<typeof addAppointmentWithOutcome>>
const render = (
  audience: 'admin' | 'private' | 'public',
  { appointment, outcome }: { appointment: { id: number }; outcome: { id: number } },
  headers: Record<string, string>,
  more: Record<string, string> = {},
) =>
  send(
    server,
    'GET',
    `/api/${audience}/appointmentoutcomes/${outcome.id}/render/?${new URLSearchParams({
      appointment_id: String(appointment.id),
      ...more,
    })}`,
    { headers },
  )
const mine = (templateCode?: string) =>
  addAppointmentWithOutcome(db, { patient_id: me.id }, templateCode)

let own: With
beforeEach(async () => {
  own = await mine()
})

test('the patient reads their letter, and the trail says so', async () => {
  const answer = await render('private', own, me.headers)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({
    outcome_id: own.outcome.id,
    appointment_id: own.appointment.id,
    html: '<p>Dear Ada</p>',
    version: 1,
    subversion: 0,
    replaced: null,
    withdrawn: null,
    may: [],
  })
  const line = await newestAuditLine(db, ['actor_id', 'patient_id', 'change'], {
    action: 'outcome.read',
    subject_id: own.appointment.id,
  })
  expect(line).toEqual({
    actor_id: me.id,
    patient_id: me.id,
    change: { outcome: `${own.outcome.name} 1.0` },
  })
})

test('staff and the holder of a link read the same letter', async () => {
  const guest = await addPerson(db, { first_name: 'Ada', last_name: 'Guest', is_guest: true })
  const made = await addAppointmentWithOutcome(db, { patient_id: guest.id })
  const link = await addAppointmentLink(db, made.appointment.id, guest.id)
  const [byStaff, byLink] = [
    await render('admin', made, staff.headers),
    await render('public', made, link),
  ]
  expect([byStaff.status, byLink.status]).toEqual([200, 200])
  expect(byStaff.body['html']).toBe('<p>Dear Ada</p>')
  expect(byLink.body['html']).toBe('<p>Dear Ada</p>')
})

test('a guest does not read what staff added to the record', async () => {
  const guest = await addPerson(db, {
    first_name: 'Ada',
    last_name: 'Guest',
    is_guest: true,
    nhs_number: '9434765919',
    address1: '7 Mill Lane',
  })
  await updateRows(db, 'person', guest.id, { unverified: [] })
  const made = await addAppointmentWithOutcome(
    db,
    { patient_id: guest.id },
    '{{ patient.nhs_number }} {{ patient.address }}.',
  )
  const link = await addAppointmentLink(db, made.appointment.id, guest.id)
  const answer = await render('public', made, link)
  expect(answer.text).not.toMatch(/943|Mill Lane/)
  expect((await render('admin', made, staff.headers)).body['html']).toBe(
    '<p>943 476 5919 7 Mill Lane.</p>',
  )
})

test('another patient’s appointment, and an outcome it never had, are not found', async () => {
  const other = await addAppointmentWithOutcome(db)
  expect((await render('private', other, me.headers)).status).toBe(404)
  const never = { appointment: own.appointment, outcome: await addOutcome(db) }
  expect((await render('private', never, me.headers)).status).toBe(404)
  expect((await render('admin', never, staff.headers)).status).toBe(404)
  const mixed = { appointment: own.appointment, outcome: other.outcome }
  expect((await render('private', mixed, me.headers)).status).toBe(404)
  const foreign = { recorded_id: String(other.recorded.id) }
  expect((await render('private', own, me.headers, foreign)).status).toBe(404)
})

test('a later edit of the outcome does not reach the letter', async () => {
  await updateRows(db, 'appointment_outcome', own.outcome.id, {
    template_code: 'Something else',
    name: `${own.outcome.name}, edited`,
  })
  const answer = await render('private', own, me.headers)
  expect(answer.body).toMatchObject({ html: '<p>Dear Ada</p>', name: own.outcome.name })
})

test('HTML in names is text, and of HTML in templates the safe part is shown', async () => {
  const patient = await addPerson(db, { first_name: '<img src=x onerror=alert(1)>' })
  const made = await addAppointmentWithOutcome(
    db,
    { patient_id: patient.id },
    `<h1 onclick="x()">To {{ patient.first_name }}</h1><script>alert(1)</script>
<a href="javascript:alert(1)">a</a><a href="https://example.test">b</a><style>p{}</style>`,
  )
  const { html } = (await render('admin', made, staff.headers)).body
  expect(html).toBe(
    '<h2>To &lt;img src=x onerror=alert(1)&gt;</h2>\n<a>a</a><a href="https://example.test">b</a>',
  )
})

const smoking = [
  {
    type: 'radio',
    id: 'smoker',
    label: 'Do you smoke?',
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
  {
    type: 'text',
    id: 'amount',
    label: 'How many?',
    show_when: { match: 'all', conditions: [{ item: 'smoker', operator: 'is', value: 'yes' }] },
  },
  { type: 'text', id: 'remark', label: 'Anything else?' },
] as const satisfies readonly FormItem[]

test('answers are shown by form and question, without hidden ones and escaped', async () => {
  const { appointment, eform } = await addAppointmentWithForms(db, { patient_id: me.id }, smoking)
  await addSubmittedForm(
    db,
    { appointment, eform },
    { answers: { smoker: 'no', amount: '20', remark: '<b>Fine</b>' } },
  )
  const outcome = await addOutcome(
    db,
    `{{ answers['${eform.name}'].smoker }}|{{ answers['${eform.name}'].amount }}|{% for form in forms %}{% for item in form.answers %}{{ item.question }} {{ item.answer }};{% endfor %}{% endfor %}`,
  )
  await recordOutcome(db, appointment, outcome)
  const { html } = (await render('private', { appointment, outcome }, me.headers)).body
  expect(html).toBe('<p>No||Do you smoke? No;Anything else? &lt;b&gt;Fine&lt;/b&gt;;</p>')
})

test('a certificate names the vaccinations of this appointment alone', async () => {
  const made = await addAppointmentWithOutcome(db, { patient_id: me.id }, '')
  const outcome = await insertRow(db, 'appointment_outcome', {
    name: `Certificate ${process.pid}`,
    template_path: 'letters/vaccination-certificate.liquid',
  })
  await recordOutcome(db, made.appointment, outcome)
  const product = await insertRow(db, 'vaccine_product', { name: 'Fluenz <2026>' })
  const dose = { vaccine_product_id: product.id, staff_id: made.appointment.staff_id }
  await addVaccination(db, {
    ...dose,
    patient_id: me.id,
    appointment_id: made.appointment.id,
    batch_number: 'HERE1',
  })
  await addVaccination(db, { ...dose, patient_id: me.id, batch_number: 'OTHER' })
  await addVaccination(db, {
    ...dose,
    patient_id: me.id,
    appointment_id: made.appointment.id,
    batch_number: 'WRONG',
    entered_in_error: new Date(),
    change_reason: 'Recorded twice',
  })
  const { html } = (await render('private', { appointment: made.appointment, outcome }, me.headers))
    .body
  expect(html).toContain('<h2>Fluenz &lt;2026&gt;</h2>')
  expect(html).toContain('HERE1')
  expect(html).not.toMatch(/OTHER|WRONG/)
})

test('shows the advice of the appointment, escaped, and none that was withdrawn', async () => {
  const template =
    '{% for item in advice %}<p>{{ item.text }} ({{ item.categories }})</p>{% endfor %}'
  const made = await mine(template)
  const of = { patient_id: me.id, appointment_id: made.appointment.id }
  await addAdvice(db, { ...of, advice_text: 'Rest & drink' })
  await addAdvice(db, {
    ...of,
    advice_text: 'Wrong',
    withdrawn_at: new Date(),
    withdrawn_by: (await addPerson(db)).id,
    withdrawn_reason: 'Wrong patient',
  })
  const { html } = (await render('private', made, me.headers)).body
  expect(html).toContain('Rest &amp; drink ()')
  expect(html).not.toContain('Wrong')
})

test('a template that fails with what stands in a record is refused in words, and harms nothing', async () => {
  const broken = await mine(
    '{% for a in (1..90000) %}{% for b in (1..90000) %}x{% endfor %}{% endfor %}',
  )
  const answer = await render('private', broken, me.headers)
  expect(answer.status).toBe(409)
  expect(answer.body['detail']).toMatch(/mistake in the template/)
})

const author = await addStaffUser(server, [
  'clinic.change_appointmentoutcome',
  'clinic.view_appointment',
  'clinic.view_other_appointments',
])
const preview = (body: object, headers = author.headers) =>
  send(server, 'POST', '/api/admin/appointmentoutcomes/preview/', {
    headers,
    body: { template_code: '', template_path: '', ...body },
  })

test('an unsaved template is previewed on an appointment, with answers only for who may see them', async () => {
  const { appointment, eform } = await addAppointmentWithForms(
    db,
    { patient_id: me.id, starts_at: new Date(Date.now() + 7 * 86_400_000) },
    smoking,
  )
  await addSubmittedForm(db, { appointment, eform }, { answers: { smoker: 'no' } })
  const template_code = '{{ patient.full_name }}: {{ forms.size }}'
  const answer = await preview({ template_code, appointment_id: appointment.id })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toEqual({ html: '<p>Ada Rowe: 0</p>' })
  const line = await newestAuditLine(db, ['patient_id'], { action: 'outcome.previewed' })
  expect(line).toEqual({ patient_id: me.id })
  const all = await addSignedIn(server, { person: { is_superuser: true } })
  const full = await preview({ template_code, appointment_id: appointment.id }, all.headers)
  expect(full.body).toEqual({ html: '<p>Ada Rowe: 1</p>' })
  const wrong = await preview({ template_code: '{{ x }}', appointment_id: appointment.id })
  expect(wrong.body).toEqual({ template_code: ['Line 1: there is no name “x”.'] })
})

test('staff read a letter with answers, vaccinations or advice only where they may see those', async () => {
  const sees: Permission[] = ['clinic.view_outcome', 'clinic.view_other_appointments']
  const asStaff = async (...permissions: Permission[]) =>
    (await addStaffUser(server, [...sees, ...permissions])).headers
  const starts_at = new Date(Date.now() + 9 * 86_400_000)
  const made = await addAppointmentWithForms(db, { patient_id: me.id, starts_at }, smoking)
  await addSubmittedForm(db, made, { answers: { smoker: 'no' } })
  const of = { patient_id: me.id, appointment_id: made.appointment.id }
  await addAdvice(db, { ...of, advice_text: 'Rest' })
  await addVaccination(db, {
    ...of,
    staff_id: made.appointment.staff_id,
    vaccine_product_id: (await addVaccineProduct(db)).id,
  })
  const forms: Permission[] = [
    'eforms.view_submittedform',
    'eforms.view_clinicianform',
    'eforms.view_other_forms',
  ]
  const letters = [
    ['{% if false %}{{ forms.first.answers.first.answer }}{% endif %}', 'answers of forms', forms],
    [`{{ answers['${made.eform.name}'].smoker }}`, 'answers of forms', forms],
    [
      '{% for one in vaccinations %}x{% endfor %}',
      'vaccinations',
      ['clinic.view_vaccinationhistory'],
    ],
    ['{{ advice.size }}', 'advice', ['clinic.view_patientadvice']],
  ] as const
  for (const [template, text, needed] of letters) {
    const outcome = await addOutcome(db, template)
    await recordOutcome(db, made.appointment, outcome)
    const letter = { appointment: made.appointment, outcome }
    const refused = await render('admin', letter, await asStaff())
    expect([refused.outcome, refused.body['detail']], template).toEqual([
      '403 not_allowed',
      `This letter has ${text} that you do not have permission to see.`,
    ])
    expect((await render('admin', letter, await asStaff(...needed))).status).toBe(200)
    expect((await render('private', letter, me.headers)).status).toBe(200)
  }
  const plain = { appointment: made.appointment, outcome: await addOutcome(db) }
  await recordOutcome(db, made.appointment, plain.outcome)
  expect((await render('admin', plain, await asStaff())).status).toBe(200)
})

const corrector = await addStaffUser(server, [
  'clinic.add_outcome',
  'clinic.change_outcome',
  'clinic.view_outcome',
  'clinic.view_other_appointments',
])
const everything =
  '{{ patient.full_name }} {{ patient.dob }} {{ patient.nhs_number }} {{ patient.address }}'
const ofInstallation = '{{ appointment.time }} {{ outcome.date }} {{ site.url }}'
const correct = (made: With, recordedId: unknown, reason = 'The address was wrong') =>
  corrector.ask('PUT', `/api/admin/appointments/${made.appointment.id}/outcomes/${recordedId}/`, {
    outcome_id: made.outcome.id,
    reason,
  })

async function issuedToEve(template = everything) {
  const { id } = await addPerson(db, {
    first_name: 'Eve',
    last_name: 'Old',
    dob: '1990-01-31',
    nhs_number: '9434765919',
    address1: '1 Old Road',
  })
  const made = await addAppointmentWithOutcome(db, { patient_id: id }, everything)
  const other = await offerOutcome(db, made.appointment, template)
  const added = await corrector.ask(
    'POST',
    `/api/admin/appointments/${made.appointment.id}/outcomes/`,
    { outcome_id: other.id, reason: 'Also this' },
  )
  const [{ id: recordedId } = { id: 0 }] = added.body['results'] as { id: number }[]
  const issued = { appointment: made.appointment, outcome: other, recordedId, patientId: id }
  const changed = { last_name: 'New', dob: '1991-02-28', nhs_number: '', address1: '2 New Road' }
  return {
    issued: { ...made, ...issued },
    changeRecord: () => updateRows(db, 'person', id, changed),
    read: (more: Record<string, string> = {}) => render('admin', issued, corrector.headers, more),
  }
}

test('a letter says for good what it said when it was issued', async () => {
  const { changeRecord, read } = await issuedToEve()
  const before = (await read()).body
  expect(before).toMatchObject({
    html: '<p>Eve Old 31\u00a0January 1990 943 476 5919 1 Old Road</p>',
    patient: { full_name: 'Eve Old', dob: '1990-01-31', address: ['1 Old Road'] },
    is_current: true,
  })
  await changeRecord()
  expect((await read()).body).toEqual({ ...before, is_current: false })
})

test('a letter keeps its times when the installation moves', async () => {
  const { read } = await issuedToEve(ofInstallation)
  const before = (await read()).body
  server.services.settings = { ...server.services.settings, CLINIC_TIME_ZONE: 'Asia/Karachi' }
  expect((await read()).body['html']).toBe(before['html'])
})

test('a letter recorded before letters were kept stays as it is first read', async () => {
  const { id } = await addPerson(db, { first_name: 'Eve', last_name: 'Old' })
  const made = await addAppointmentWithOutcome(db, { patient_id: id }, everything)
  const { body } = await render('admin', made, staff.headers)
  await updateRows(db, 'person', id, { last_name: 'New' })
  expect((await render('admin', made, staff.headers)).body).toEqual(body)
})

test('a correction is a letter of its own that names the one before', async () => {
  const { issued, changeRecord, read } = await issuedToEve()
  const same = await correct(issued, issued.recordedId)
  expect([same.status, Object.keys(same.body)]).toEqual([400, ['outcome_id']])
  await changeRecord()
  const corrected = await correct(issued, issued.recordedId)
  expect(corrected.status, corrected.text).toBe(200)
  const now = (await read()).body
  expect(now).toMatchObject({
    html: '<p>Eve New 28\u00a0February 1991  2 New Road</p>',
    corrects: { id: issued.recordedId, outcome_id: issued.outcome.id },
    is_current: true,
  })
  const before = (await read({ recorded_id: String(issued.recordedId) })).body
  expect(before).toMatchObject({
    html: expect.stringContaining('Eve Old'),
    patient: { nhs_number: '9434765919' },
    replaced: { by: { id: now['id'] } },
  })
})
