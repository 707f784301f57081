import { expect, test } from 'vitest'
import { importQuestionnaire } from '#lib/forms/fhir/import-questionnaire.ts'
import { problemsOfResource } from '../../lib/forms/fhir/validate-resource.ts'
import { auditLines } from '../rows.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addAppointmentWithForms, addSubmittedForm } from './filled-form-rows.ts'

const server = await runTestServer()
const { db } = server.database
const others = ['eforms.view_other_forms', 'clinic.view_other_appointments'] as const

test('a form is downloaded as a valid questionnaire that can be imported', async () => {
  const { eform } = await addAppointmentWithForms(db)
  const { ask } = await addStaffUser(server, ['eforms.view_eform'])
  const path = `/api/admin/eforms/${eform.id}/questionnaire/`
  const answer = await ask('GET', path)
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/fhir\+json/)
  const questionnaire = JSON.parse(answer.text)
  expect(problemsOfResource(questionnaire)).toEqual([])
  expect(questionnaire).toMatchObject({ version: '1.0', url: expect.stringMatching(path) })
  expect(importQuestionnaire(questionnaire, 'Europe/London')).toMatchObject({
    items: eform.form_definition,
  })
})

test('answers are downloaded by who may read them, and the trail says so', async () => {
  const made = await addAppointmentWithForms(db)
  const { submitted } = await addSubmittedForm(db, made, { answers: { eggs: 'no' } })
  const path = `/api/admin/submittedforms/${submitted.id}/questionnaire-response/`
  const reader = await addStaffUser(server, ['eforms.view_submittedform', ...others])
  const answer = await reader.ask('GET', path)
  const response = JSON.parse(answer.text)
  expect(problemsOfResource(response)).toEqual([])
  expect(response).toMatchObject({
    status: 'completed',
    questionnaire: expect.stringMatching(/\/questionnaire\/\|1\.0$/),
    item: [{ linkId: 'eggs', answer: [{ valueBoolean: false }] }],
  })
  // Their name is for who may see the appointment.
  expect(response).not.toHaveProperty('subject')
  const lines = await auditLines(db, ['subject_type', 'actor_role'], {
    action: 'form.read',
    subject_id: submitted.id,
  })
  expect(lines).toEqual([{ subject_type: 'submitted_form', actor_role: 'staff' }])
  const scheduler = await addStaffUser(server, [
    'eforms.view_submittedform',
    'clinic.view_appointment',
    ...others,
  ])
  const named = await scheduler.ask('GET', path)
  expect(JSON.parse(named.text)).toHaveProperty('subject.display')
})
