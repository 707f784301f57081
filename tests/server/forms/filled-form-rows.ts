import { sql } from 'kysely'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { Database } from '#server/database/connection.ts'
import { keyOfFile } from '#server/forms/stored-form-files.ts'
import { newToken, tokenHash } from '#server/identity/token.ts'
import { eggQuestions } from '../../lib/forms/egg-questions.ts'
import { addAppointment, addPerson, addType } from '../clinic-factory.ts'
import { insertRow, updateRows } from '../rows.ts'
import type { TestServer } from '../test-server.ts'

let forms = 0

const consentItems: FormItem[] = [
  ...eggQuestions,
  { type: 'text', id: 'phone', label: 'Your phone number', prefill: 'mobile' },
  { type: 'file', id: 'record', label: 'Your vaccination record', multiple: true },
]

export async function addEform(db: Database, items: readonly FormItem[] = consentItems) {
  forms += 1
  return await insertRow(db, 'eform', {
    name: `Form ${process.pid}-${forms}`,
    form_definition: JSON.stringify(items),
  })
}

/** An appointment tomorrow whose type needs a form of the patient and one of the clinician. */
export async function addAppointmentWithForms(
  db: Database,
  given: Partial<Parameters<typeof addAppointment>[1]> = {},
  items: readonly FormItem[] = consentItems,
) {
  const type = await addType(db)
  const eform = await addEform(db, items)
  const clinicianEform = await addEform(db, [
    { type: 'number', id: 'pulse', label: 'Pulse', required: true },
    { type: 'text', id: 'reaction', label: 'Reaction', prefill_answer: 'reaction' },
    { type: 'file', id: 'record', label: 'Picture' },
  ])
  const of = { appointment_type_id: type.id, position: 1 }
  await insertRow(db, 'appointment_type_patient_form', { ...of, eform_id: eform.id })
  await insertRow(db, 'appointment_type_clinician_form', { ...of, eform_id: clinicianEform.id })
  const appointment = await addAppointment(db, {
    starts_at: new Date(Date.now() + 86_400_000),
    patient_id: (await addPerson(db, { mobile: '07700 900 123', is_guest: true })).id,
    ...given,
    appointment_type_id: type.id,
  })
  return { appointment, eform, clinicianEform }
}

/** What the holder of a link to the appointment sends with each call. */
export async function addAppointmentLink(db: Database, appointmentId: number, personId: number) {
  const token = newToken()
  await insertRow(db, 'appointment_access', {
    appointment_id: appointmentId,
    issued_to: personId,
    issued_name: 'Ada Guest',
    issued_last_name: 'Guest',
    token_hash: tokenHash(token),
    expires_at: new Date(Date.now() + 86_400_000),
  })
  return { 'Guest-User-Access-Token': token }
}

export async function addSavedForm(
  db: Database,
  {
    appointment,
    eform,
  }: Pick<Awaited<ReturnType<typeof addAppointmentWithForms>>, 'appointment' | 'eform'>,
  given: { answers?: object; kind?: 'patient' | 'clinician'; startedBy?: number } = {},
) {
  const person = given.startedBy ?? appointment.patient_id ?? 0
  return await insertRow(db, 'saved_form', {
    kind: given.kind ?? 'patient',
    appointment_id: appointment.id,
    eform_id: eform.id,
    edition: eform.edition,
    subversion: eform.subversion,
    answers: sql`${JSON.stringify(given.answers ?? {})}::jsonb`,
    started_by: person,
    saved_by: person,
  })
}

/** The draft is closed with it. */
export async function addSubmittedForm(
  db: Database,
  made: Parameters<typeof addSavedForm>[1],
  given: Parameters<typeof addSavedForm>[2] & { alerts?: readonly object[] } = {},
) {
  const saved = await addSavedForm(db, made, given)
  const submitted = await insertRow(db, 'submitted_form', {
    saved_form_id: saved.id,
    revision: saved.revision,
    answers: sql`${JSON.stringify(given.answers ?? { eggs: 'no' })}::jsonb`,
    alerts: sql`${JSON.stringify(given.alerts ?? [])}::jsonb`,
    submitted_by: saved.saved_by,
    submitted_role: 'patient',
  })
  await updateRows(db, 'saved_form', saved.id, { answers: null, revision: saved.revision + 1 })
  return { saved, submitted }
}

/** A text file that was sent for the form. */
export async function addFormFile(
  { database: { db }, services: { files } }: TestServer,
  saved: { id: number; saved_by: number },
  name = 'record.txt',
) {
  const content = Buffer.from('Measles 2019')
  const row = await insertRow(db, 'form_file', {
    saved_form_id: saved.id,
    item: 'record',
    name,
    type: 'text/plain',
    bytes: content.byteLength,
    uploaded_by: saved.saved_by,
  })
  await files.put(keyOfFile(row.id), content, row.type)
  return { id: row.id, name, type: row.type, bytes: row.bytes }
}
