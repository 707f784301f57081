import { expect, test } from 'vitest'
import { addGuest } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { addAppointmentWithForms, addSavedForm } from './filled-form-rows.ts'

/* Who signed is what a person types; when they signed is what the server knows. */

const server = await runTestServer()
const { db } = server.database
const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/London' })

async function addSigning(answers: object) {
  const guest = await addGuest(db)
  const made = await addAppointmentWithForms(db, { patient_id: guest.id }, [
    { type: 'signature', id: 's', label: 'Sign here', required: true },
    {
      type: 'group',
      id: 'each',
      label: 'Each',
      items: [{ type: 'signature', id: 'inner', label: 'Sign here' }],
    },
  ])
  const saved = await addSavedForm(db, made, { answers })
  const call = (method: string, path: string, body: object) =>
    send(server, method, `/api/public/${path}`, {
      headers: { 'Guest-User-Access-Token': guest.token },
      body,
    })
  return {
    save: (sent: object, revision = 1) =>
      call('PUT', `savedforms/${saved.id}/`, { answers: sent, revision }),
    submit: (revision: number) =>
      call('POST', 'submittedforms/', { saved_form_id: saved.id, revision }),
    stored: async () =>
      (
        await db
          .selectFrom('saved_form')
          .select('answers')
          .where('id', '=', saved.id)
          .executeTakeFirstOrThrow()
      ).answers,
  }
}

const ada = { name: 'Ada Bell' }
const earlier = { ...ada, signed_on: '2026-01-05' }

test.each([
  ['nonsense', 'banana'],
  ['another day', '1999-01-01'],
  ['no day', ''],
])('a new signature is of today where a client sends %s', async (_, signed_on) => {
  const { save, submit, stored } = await addSigning({})
  const sent = { ...ada, signed_on }
  expect((await save({ s: sent, each: [{ inner: sent }] })).status).toBe(200)
  const dated = { ...ada, signed_on: today.format() }
  const expected = { s: dated, each: [{ inner: dated }] }
  expect(await stored()).toEqual(expected)
  expect((await submit(2)).body).toMatchObject({ answers: expected })
})

test('a signature that stays keeps its day, and one that changes gets another', async () => {
  const { save, stored } = await addSigning({ s: earlier, each: [{ inner: earlier }] })
  const sent = { ...ada, signed_on: '2026-02-06' }
  await save({ s: sent, each: [{}, { inner: sent }, { inner: { ...sent, name: 'Bo' } }] })
  const bo = { name: 'Bo', signed_on: today.format() }
  expect(await stored()).toEqual({ s: earlier, each: [{}, { inner: earlier }, { inner: bo }] })
})

test('a day that was stored wrongly is set when the form is submitted', async () => {
  const { submit } = await addSigning({ s: { ...ada, signed_on: 'banana' } })
  const submitted = await submit(1)
  expect(submitted.status).toBe(201)
  expect(submitted.body).toMatchObject({ answers: { s: { ...ada, signed_on: today.format() } } })
})

test.each([
  ['text that cannot be kept', { s: { name: 'a\u0000b', signed_on: '' } }, 'answers.s.name'],
  [
    'half a character',
    { each: [{ inner: { ...ada, name: '\ud800' } }] },
    'answers.each.0.inner.name',
  ],
  ['more of a signature', { s: { ...earlier, place: 'here' } }, 'answers.s.place'],
  ['the name of a prototype', JSON.parse('{"__proto__":"x"}'), 'answers'],
  ['another question', { constructor: 'x' }, 'answers.constructor'],
])('%s is refused at its field', async (_, answers, field) => {
  const { save, stored } = await addSigning({})
  const refused = await save(answers)
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.body)).toEqual([field])
  expect(await stored()).toEqual({})
})
