import { describe, expect, test } from 'vitest'
import { moveRecords } from '#server/merging/move-records.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { insertRow, oneRow } from '../rows.ts'
import { addClinicianUser, addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* The messages on a patient's record. */

const server = await runTestServer()
const { db } = server.database
const staff = await addStaffUser(server, [
  'clinic.view_user',
  'clinic.view_appointment',
  'clinic.view_other_appointments',
])

type Listed = { event: string; state: string; recipient: string; note: string; subject: string }
const toResults = ({ body }: { body: Record<string, unknown> }) => body['results'] as Listed[]
const list = async (patientId: number, query = '', { ask } = staff) =>
  await ask('GET', `/api/admin/patient-records/${patientId}/messages/${query}`)

/** One sent to an earlier address, one to the present one, one withheld and one that failed. */
async function addMessages(patient: { id: number; email: string }) {
  const appointment = await addAppointment(db, {
    patient_id: patient.id,
    starts_at: new Date(Date.now() + 86_400_000),
  })
  await db.deleteFrom('message').where('appointment_id', '=', appointment.id).execute()
  const given = {
    patient_id: patient.id,
    appointment_id: appointment.id,
    starts_at: appointment.starts_at,
  }
  const sent = { ...given, channel: 'email', state: 'sent', note: '250 OK' }
  await insertRow(db, 'message', {
    ...sent,
    event: 'booked',
    recipient: 'old@example.test',
    subject: 'Your appointment',
    sent: new Date('2026-01-01T09:00:00Z'),
  })
  await insertRow(db, 'message', {
    ...sent,
    event: 'rescheduled',
    recipient: patient.email,
    subject: 'Your appointment is now later',
    sent: new Date('2026-01-02T09:00:00Z'),
  })
  await insertRow(db, 'message', {
    ...given,
    event: 'rescheduled',
    state: 'dropped',
    withheld: true,
    note: 'Staff chose not to tell the patient.',
    created: new Date('2026-01-03T09:00:00Z'),
  })
  await insertRow(db, 'message', {
    ...given,
    event: 'cancelled',
    state: 'failed',
    note: '550 No such person',
    created: new Date('2026-01-04T09:00:00Z'),
  })
  return appointment
}

describe('on the record', () => {
  test('staff see all of them with where they went and why not, newest first, and it is recorded', async () => {
    const patient = await addPerson(db, { email: 'ada@example.test' })
    await addMessages(patient)
    const answer = await list(patient.id)
    expect(toResults(answer)).toMatchObject([
      { event: 'cancelled', state: 'failed', note: '550 No such person' },
      { event: 'rescheduled', state: 'dropped', note: 'Staff chose not to tell the patient.' },
      { event: 'rescheduled', state: 'sent', recipient: 'ada@example.test', note: '' },
      { event: 'booked', state: 'sent', recipient: 'old@example.test', note: '' },
    ])
    const second = await list(patient.id, '?page=2&page_size=3')
    expect(second.body['count']).toBe(4)
    expect(toResults(second)).toMatchObject([{ event: 'booked' }])
    expect(
      await oneRow(db, 'audit_event', { patient_id: patient.id, change: { messages: 2 } as never }),
    ).toMatchObject({ action: 'person.read', actor_id: staff.id })
    const timeline = await staff.ask(
      'GET',
      `/api/admin/patient-records/${patient.id}/timeline/?kind=message`,
    )
    expect(timeline.body['results']).toMatchObject([
      { title: 'Your appointment is now later', at: '2026-01-02T09:00:00.000Z' },
      { title: 'Your appointment', at: '2026-01-01T09:00:00.000Z' },
    ])
  })

  test('those about appointments of others stay with those who see them', async () => {
    const patient = await addPerson(db, { email: 'ada@example.test' })
    await addMessages(patient)
    const own = await addStaffUser(server, ['clinic.view_user', 'clinic.view_appointment'])
    const none = await addStaffUser(server, ['clinic.view_user'])
    for (const reader of [own, none]) {
      const { body } = await list(patient.id, '', reader)
      expect(body).toEqual({ count: 0, results: [] })
    }
  })

  test('one that is about no appointment is seen by all of them, and goes with a merge', async () => {
    const gone = await addPerson(db, { email: 'ada@example.test' })
    const kept = await addPerson(db)
    const sent = new Date('2026-01-05T09:00:00Z')
    const about = { patient_id: gone.id, event: 'booked', subject: 'Your next dose' }
    await insertRow(db, 'message', { ...about, channel: 'email', state: 'sent', sent })
    await db.transaction().execute((tx) => moveRecords(tx, gone.id, kept.id, { withAccess: false }))
    const own = await addClinicianUser(server, ['clinic.view_user', 'clinic.view_appointment'], {
      is_staff: true,
    })
    const answer = await list(kept.id, '', own)
    expect(toResults(answer)).toMatchObject([{ subject: 'Your next dose', appointment: null }])
    const timeline = await own.ask(
      'GET',
      `/api/admin/patient-records/${kept.id}/timeline/?kind=message`,
    )
    expect(timeline.body['results']).toMatchObject([{ title: 'Your next dose' }])
    expect((await list(gone.id)).body['count']).toBe(0)
  })

  test('patients see what was sent to them, and no address but their own', async () => {
    const me = await addSignedIn(server)
    const { email } = await oneRow(db, 'person', me.id)
    await addMessages({ id: me.id, email })
    await addMessages(await addPerson(db, { email: 'other@example.test' }))
    const answer = await me.ask('GET', '/api/private/patient-record/messages/')
    expect(
      toResults(answer).map(({ event, state, recipient, note }) => [event, state, recipient, note]),
    ).toEqual([
      ['rescheduled', 'sent', email, ''],
      ['booked', 'sent', '', ''],
    ])
  })
})
