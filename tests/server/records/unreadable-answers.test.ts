import { expect, test } from 'vitest'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { problemsOfBundle } from '../../lib/records/fhir/validate-bundle.ts'
import { addAppointmentWithForms, addSubmittedForm } from '../forms/filled-form-rows.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* Answers that were stored wrongly, before they were checked, keep nobody from the rest of a record. */

const server = await runTestServer()
const { db } = server.database

const items: FormItem[] = [
  { type: 'text', id: 'name', label: 'Your name' },
  { type: 'signature', id: 's', label: 'Sign here' },
  { type: 'date', id: 'day', label: 'Which day?' },
  { type: 'number', id: 'weight', label: 'Weight' },
  { type: 'file', id: 'letter', label: 'Your letter' },
  { type: 'radio', id: 'one', label: 'Which one?', options: [{ value: 'a', label: 'A' }] },
  {
    type: 'group',
    id: 'each',
    label: 'Medicine',
    items: [{ type: 'signature', id: 'inner', label: 'Sign' }],
  },
  { type: 'group', id: 'others', label: 'Others', items: [{ type: 'text', id: 't', label: 'T' }] },
]
const answers = {
  name: 'Ada Bell',
  s: { name: 'Ada Bell', signed_on: 'banana' },
  day: '2026-02-30',
  weight: 1e300,
  letter: [{ id: 'x', name: {}, bytes: 'many' }],
  one: { toString: 'x' },
  each: [{ inner: { name: 7, signed_on: null } }],
  others: 'nobody',
}
const UNREADABLE = 'This answer cannot be read'

test('each is shown as such: in the form, the letter, the export and FHIR', async () => {
  const patient = await addSignedIn(server)
  const made = await addAppointmentWithForms(db, { patient_id: patient.id }, items)
  const { submitted } = await addSubmittedForm(db, made, { answers })
  const staff = await addSignedIn(server, { person: { is_superuser: true }, clinician: true })
  const get = (path: string, { ask } = staff) => ask('GET', `/api/${path}`)

  const form = await get(`admin/submittedforms/${submitted.id}/`)
  expect(form.status).toBe(200)
  expect(form.body['answers']).toEqual(answers)

  const preview = await staff.ask('POST', '/api/admin/appointmentoutcomes/preview/', {
    template_code:
      '{% for f in forms %}{% for a in f.answers %}{{ a.question }}: {{ a.answer }}\n{% endfor %}{% endfor %}',
    appointment_id: made.appointment.id,
  })
  expect(preview.status, preview.text).toBe(200)
  const questions = [
    'Sign here',
    'Which day?',
    'Weight',
    'Your letter',
    'Which one?',
    'Sign',
    'Others',
  ]
  const lines = ['Your name: Ada Bell', ...questions.map((each) => `${each}: ${UNREADABLE}`)]
  expect(preview.body['html']).toBe(`<p>${lines.join('<br />')}</p>`)

  const own = JSON.parse((await get('private/patient-record/export/', patient)).text)
  expect(
    own.appointments[0].forms[0].answers.map(({ answer }: { answer: string[] }) => answer),
  ).toEqual([['Ada Bell'], ...Array.from({ length: 7 }, () => [UNREADABLE])])

  const response = await get(`admin/submittedforms/${submitted.id}/questionnaire-response/`)
  expect(response.status).toBe(200)
  const bundle = await get(`admin/patient-records/${patient.id}/fhir/`)
  expect(problemsOfBundle(JSON.parse(bundle.text))).toEqual([])
})
