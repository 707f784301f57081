import { expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { auditLines, insertRow } from '../rows.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* A write that changes nothing is a reading, which the trail has; who may not read makes none. */

const server = await runTestServer()
const { db } = server.database
const patient = await addPerson(db, { first_name: 'Rosa', last_name: 'Whitfield' })
const appointment = await addAppointment(db, {
  patient_id: patient.id,
  starts_at: new Date('2027-06-03T09:00:00Z'),
})
const advice = await insertRow(db, 'patient_advice', {
  patient_id: patient.id,
  written_by: patient.id,
  advice_text: 'Rest',
})

type Case = [method: string, path: string, change: Permission[], view: Permission, action: string]

test.each<Case>([
  [
    'PUT',
    `appointments/${appointment.id}`,
    ['clinic.change_appointment', 'clinic.view_other_appointments'],
    'clinic.view_appointment',
    'appointment.read',
  ],
  ['PUT', `users/${patient.id}`, ['clinic.change_user'], 'clinic.view_user', 'person.read'],
  ['PATCH', `users/${patient.id}`, ['clinic.change_user'], 'clinic.view_user', 'person.read'],
  [
    'PUT',
    `patientadvices/${advice.id}`,
    ['clinic.change_patientadvice'],
    'clinic.view_patientadvice',
    'advice.listed',
  ],
  [
    'PATCH',
    `patientadvices/${advice.id}`,
    ['clinic.change_patientadvice'],
    'clinic.view_patientadvice',
    'advice.listed',
  ],
])('%s %s', async (method, path, change, view, action) => {
  const empty = async (permissions: Permission[]) => {
    const { id, ask } = await addStaffUser(server, permissions)
    const { outcome, text } = await ask(method, `/api/admin/${path}/`, {})
    const lines = await auditLines(db, ['action'], { actor_id: id })
    return { outcome, text, lines }
  }
  const changer = await empty(change)
  expect([changer.outcome, changer.lines]).toEqual(['403 not_allowed', []])
  expect(changer.text).not.toMatch(/Rosa|Whitfield|Rest/)
  const reader = await empty([...change, view])
  expect([reader.outcome, reader.lines]).toEqual(['200', [{ action }]])
})
