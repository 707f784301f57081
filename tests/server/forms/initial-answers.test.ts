import { expect, test } from 'vitest'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { addGuest } from '../clinic-factory.ts'
import { rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addAppointmentLink, addAppointmentWithForms } from './filled-form-rows.ts'

/* What a form begins with: the record first, then what its questions begin with. */

const server = await runTestServer()
const { db } = server.database

const items: FormItem[] = [
  { type: 'text', id: 'phone', label: 'Phone', prefill: 'mobile', initial: 'None' },
  { type: 'text', id: 'surgery', label: 'GP surgery', prefill: 'gp_surgery', initial: 'Not known' },
  { type: 'number', id: 'doses', label: 'How many doses?', initial: 0 },
  {
    type: 'checkboxes',
    id: 'reach',
    label: 'How can we reach you?',
    options: [
      { value: 'email', label: 'Email' },
      { value: 'text', label: 'Text message' },
    ],
    initial: ['email', 'text'],
  },
  { type: 'text', id: 'notes', label: 'Notes' },
]
const begun = { phone: 'None', surgery: 'Not known', doses: 0, reach: ['email', 'text'] }

async function addForm() {
  const guest = await addGuest(db)
  await updateRows(db, 'person', guest.id, { mobile: '07700 900 123' })
  const { appointment, eform } = await addAppointmentWithForms(db, { patient_id: guest.id }, items)
  const body = { appointment_id: appointment.id, eform_id: eform.id }
  const start = (audience: string, headers: Record<string, string>) =>
    send(server, 'POST', `/api/${audience}/savedforms/`, { headers, body })
  return { guest, appointment, start }
}

test('a guest begins with what the record has, and else with what the questions begin with', async () => {
  const { guest, appointment, start } = await addForm()
  const answers = { ...begun, phone: '07700 900 123' }
  const started = await start('public', { 'Guest-User-Access-Token': guest.token })
  expect(started.body).toMatchObject({ answers, revision: 1 })
  expect(await rowsWhere(db, 'saved_form', { appointment_id: appointment.id })).toMatchObject([
    { answers },
  ])
})

test('the holder of a link begins with the same, except for the record', async () => {
  const { guest, appointment, start } = await addForm()
  const headers = await addAppointmentLink(db, appointment.id, guest.id)
  const started = await start('public', headers)
  expect(started.body['answers']).toEqual(begun)
})

test('staff who start the form for a patient begin with it too', async () => {
  const { start } = await addForm()
  const { headers } = await addStaffUser(server, [
    'eforms.add_savedform',
    'eforms.view_savedform',
    'eforms.view_other_forms',
    'clinic.view_other_appointments',
  ])
  const started = await start('admin', headers)
  expect(started.body['answers']).toEqual({ ...begun, phone: '07700 900 123' })
})
