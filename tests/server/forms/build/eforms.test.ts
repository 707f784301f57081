import { expect, test } from 'vitest'
import { updateRows } from '../../rows.ts'
import { listedRows, send } from '../../send.ts'
import { addSignedIn } from '../../signed-in.ts'
import { runTestServer } from '../../test-server.ts'
import { addAppointmentWithForms, addSavedForm, addSubmittedForm } from '../filled-form-rows.ts'

/* Whoever filled in a form keeps what they saw: each of its versions is kept. */

const server = await runTestServer()
const { headers } = await addSignedIn(server, {
  person: { is_superuser: true, first_name: 'Ada', last_name: 'Byron' },
})

const ask = (method: string, path: string, body?: object) =>
  send(server, method, `/api/admin/eforms/${path}`, { headers, body })

const { db } = server.database
/** Of appointment types, which keep a form too. */
const unlink = (eformId: number) =>
  db.deleteFrom('appointment_type_patient_form').where('eform_id', '=', eformId).execute()

const where = { id: 'where', type: 'text', label: 'Where do you travel to?' }
const when = { id: 'when', type: 'date', label: 'When?' }

test('a definition may come as text; items get ids, and come in one order', async () => {
  const formDefinition = JSON.stringify([where, { type: 'date', label: 'When?' }])
  const made = await ask('POST', '', { name: 'Travel, as text', formDefinition })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ version: 1, subversion: 0, revision: 1 })
  expect(made.body['formDefinition']).toEqual([
    where,
    { id: expect.stringMatching(/^date-[0-9a-f]{8}$/), type: 'date', label: 'When?' },
  ])
  // Whoever reads it finds the same first in each item.
  expect(made.text).toContain('{"type":"text","id":"where","label":"Where')
  const refused = await ask('POST', '', {
    name: 'Other',
    formDefinition: [where, { ...when, id: 'where' }],
  })
  expect(refused.body).toEqual({
    formDefinition: ['Item 2 (where): item 1 has this id already'],
  })
})

test('a question begins with nothing that could not be submitted; an older form keeps it', async () => {
  const weight = { id: 'weight', type: 'number', label: 'Weight', step: 1, initial: 1.5 }
  const refused = await ask('POST', '', { name: 'Weight', formDefinition: [weight] })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({
    formDefinition: ['Item 1 (weight): it cannot begin with 1.5: Enter a whole number'],
  })
  const { body: made } = await ask('POST', '', { name: 'Weight', formDefinition: [where] })
  await updateRows(db, 'eform', Number(made['id']), { form_definition: JSON.stringify([weight]) })
  const { body: stored } = await ask('GET', `${made['id']}/`)
  const renamed = await ask('PUT', `${made['id']}/`, { ...stored, name: 'Weight in kilograms' })
  expect(renamed.status, renamed.text).toBe(200)
})

test('an edit is a new version, a correction a new subversion, another name neither', async () => {
  const given = { name: 'Travel', title: 'Your trip', formDefinition: [where] }
  const { body: made } = await ask('POST', '', given)
  const one = `${made['id']}/`
  let revision = 0
  const save = async (changes: object) => {
    revision += 1
    const answer = await ask('PUT', one, { ...given, ...changes, revision })
    const { version, subversion } = answer.body
    return answer.status === 200 ? `${version}.${subversion}` : answer.body
  }
  expect(await save({ name: 'Travel form' })).toBe('1.0')
  const words = [{ ...where, label: 'Where to?' }]
  expect(await save({ formDefinition: words, keep_version: true })).toBe('1.1')
  expect(await save({ formDefinition: [...words, when], keep_version: true })).toEqual({
    keep_version: ['This adds “When?”: make it a new version'],
  })
  revision -= 1
  expect(await save({ formDefinition: [...words, when] })).toBe('2.0')
  const told = await ask('GET', `${one}versions/`)
  const versions = listedRows<{ kept: unknown; made_by_name: string }>(told.body)
  expect(versions).toMatchObject([
    { version: 2, subversion: 0, kept: { title: 'Your trip', formDefinition: [...words, when] } },
    { version: 1, subversion: 1, kept: { formDefinition: words } },
    { version: 1, subversion: 0, kept: { formDefinition: [where] }, made_by_name: 'Ada Byron' },
  ])
  // The same in another order of its properties is the same.
  const turned = [...words, when].map((item) => Object.fromEntries(Object.entries(item).reverse()))
  revision += 1
  const again = await ask('PUT', one, {
    ...given,
    name: given.name,
    formDefinition: turned,
    keep_version: true,
    revision,
  })
  expect(again.body).toMatchObject({ version: 2, subversion: 0, revision })
})

test('a form that people have begun is not deleted, and says how many did', async () => {
  const made = await addAppointmentWithForms(db)
  await addSubmittedForm(db, made)
  const other = await addAppointmentWithForms(db)
  await addSavedForm(db, { appointment: other.appointment, eform: made.eform })
  await unlink(made.eform.id)
  const refused = await ask('DELETE', `${made.eform.id}/`, { revision: made.eform.version })
  expect(refused.body).toMatchObject({
    code: 'conflict',
    detail: 'This e-form is still used by 2 forms that were begun or sent.',
  })
  const uses = await ask('GET', `${made.eform.id}/uses/`)
  expect(listedRows(uses.body)).toEqual([
    { what: 'forms that were begun or sent', count: 2, names: [] },
  ])
})

test('deleting a form waits for those who begin it, and beginning it for the deletion', async () => {
  const { appointment, eform } = await addAppointmentWithForms(db)
  await unlink(eform.id)
  const [begun, deleted] = await Promise.allSettled([
    addSavedForm(db, { appointment, eform }),
    ask('DELETE', `${eform.id}/`, { revision: eform.version }),
  ])
  const status = deleted.status === 'fulfilled' ? deleted.value.status : null
  // One of them: never both, and never a failure that nobody can read.
  expect([
    { begun: 'fulfilled', status: 409 },
    { begun: 'rejected', status: 204 },
  ]).toContainEqual({ begun: begun.status, status })
})
