import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import type { Schedule } from '#lib/contract/schedule.ts'
import { addPerson, addSite } from '../clinic-factory.ts'
import {
  addAppointmentWithForms,
  addSavedForm,
  addSubmittedForm,
} from '../forms/filled-form-rows.ts'
import { insertRow } from '../rows.ts'
import { send } from '../send.ts'
import { addClinicianUser, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* How far the patients' forms of a schedule are, and what they warn of. */

const server = await runTestServer()
const { db } = server.database

const sees: Permission[] = [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'eforms.view_submittedform',
]

/** Four appointments of one clinician: due, in progress, submitted, amended. */
async function addDay() {
  const clinician = await addClinicianUser(server, sees, { is_staff: true })
  const { room } = await addSite(db)
  const at = (hours: number) => new Date(Date.parse('2031-05-06T09:00:00Z') + hours * 3_600_000)
  const add = async (hours: number) =>
    addAppointmentWithForms(db, {
      staff_id: clinician.staffId ?? 0,
      room_id: room.id,
      site_id: room.site_id,
      starts_at: at(hours),
      patient_id: (await addPerson(db)).id,
    })
  const [due, started, submitted, amended] = [
    await add(0),
    await add(1),
    await add(2),
    await add(3),
  ]
  await addSavedForm(db, started, { answers: { eggs: 'yes' } })
  await addSubmittedForm(db, submitted, { alerts: [eggs, fever, eggs] })
  const first = await addSubmittedForm(db, amended, { alerts: [eggs] })
  await insertRow(db, 'submitted_form', {
    saved_form_id: first.saved.id,
    revision: 7,
    answers: sql`'{"eggs":"no"}'::jsonb`,
    alerts: sql`${JSON.stringify([fever])}::jsonb`,
    replaces: first.submitted.id,
    reason: 'Mixed up',
    submitted_by: first.submitted.submitted_by,
    submitted_role: 'patient',
  })
  // A clinician's own form warns of something else, and is no form of the patient.
  await addSubmittedForm(
    db,
    { appointment: due.appointment, eform: due.clinicianEform },
    { kind: 'clinician', alerts: [{ ...eggs, text: 'Fast pulse' }] },
  )
  return {
    clinician,
    room,
    ids: [due, started, submitted, amended].map((made) => made.appointment.id),
  }
}

const eggs = { item: 'eggs', level: 'stop', text: 'Allergic to eggs', advice: 'Call us' }
const fever = { item: 'fever', level: 'warning', text: 'Fever', advice: '' }
const none = { due: 0, in_progress: 0, submitted: 0, alerts: [] }

async function formsSeen(who: SignedInPerson, { room, ids }: Awaited<ReturnType<typeof addDay>>) {
  const day = `from=2031-05-06&to=2031-05-06&room_id=${room.id}`
  const answer = await send(server, 'GET', `/api/admin/clinic/schedule/?${day}`, who)
  const { appointments } = answer.body as unknown as Schedule
  expect(appointments.map(({ id }) => id)).toEqual(ids)
  const dialogs = await Promise.all(
    ids.map((id) => send(server, 'GET', `/api/admin/appointments/${id}/`, who)),
  )
  expect(dialogs.map(({ body }) => body['forms'])).toEqual(appointments.map(({ forms }) => forms))
  return appointments.map(({ forms }) => forms)
}

test('the schedule and each appointment say how far forms are, and what the latest warn of', async () => {
  const day = await addDay()
  const { advice: _, item: __, ...stop } = eggs
  const warning = { level: 'warning', text: 'Fever' }
  const seen = [
    { ...none, due: 1 },
    { ...none, in_progress: 1 },
    { ...none, submitted: 1, alerts: [stop, warning, stop] },
    { ...none, submitted: 1, alerts: [warning] },
  ]
  // Their own, and those of others with the permission.
  expect(await formsSeen(day.clinician, day)).toEqual(seen)
  const reader = await addStaffUser(server, [...sees, 'eforms.view_other_forms'])
  expect(await formsSeen(reader, day)).toEqual(seen)
})

test('who may not see the forms gets neither counts nor alerts', async () => {
  const day = await addDay()
  const nothing = [null, null, null, null]
  const desk = await addStaffUser(server, [
    'clinic.view_appointment',
    'clinic.view_other_appointments',
    'eforms.view_other_forms',
  ])
  expect(await formsSeen(desk, day)).toEqual(nothing)
  const colleague = await addClinicianUser(server, sees, { is_staff: true })
  expect(await formsSeen(colleague, day)).toEqual(nothing)
})
