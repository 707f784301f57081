import { beforeEach, describe, expect, test } from 'vitest'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { oneRow, rowsWhere, updateRows } from '../rows.ts'
import { listedRows } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { runMailbox, sendWaiting } from './mailbox.ts'

/* The list of messages for staff, and trying again. */

const server = await runTestServer()
const { db } = server.database
const { taken, behaviour } = await runMailbox(server)
const staff = await addStaffUser(server, [
  'clinic.view_appointment',
  'clinic.view_message',
  'clinic.resend_message',
  'clinic.view_other_appointments',
])

type Listed = { id: number; state: string; event: string; note: string; patient_name: string }
const list = async (query: Record<string, string>, { ask } = staff) => {
  const path = `/api/admin/messages/?${new URLSearchParams(query)}`
  return listedRows<Listed>((await ask('GET', path)).body)
}
const tryAgain = async (id: number, { ask } = staff) =>
  await ask('POST', `/api/admin/messages/${id}/try-again/`)

let failed: Listed
let siteId: number
let patientId: number
beforeEach(async () => {
  const starts_at = new Date(Date.now() + 86_400_000)
  const patient = await addPerson(db, { email: 'bad@example.test' })
  const appointment = await addAppointment(db, { patient_id: patient.id, starts_at })
  const other = await addPerson(db, { email: 'good@example.test' })
  await addAppointment(db, { patient_id: other.id, starts_at })
  behaviour.recipient = (address) =>
    address.startsWith('bad') ? { code: 550, text: 'No such person' } : null
  await sendWaiting(server)
  siteId = appointment.site_id
  patientId = patient.id
  ;[failed] = (await list({ state: 'failed' })) as [Listed]
})

describe('the list', () => {
  test('says nothing of appointments to who may not see those', async () => {
    const limited = await addStaffUser(server, [
      'clinic.view_message',
      'clinic.view_other_appointments',
    ])
    expect(await list({ state: 'failed' })).toMatchObject([{ site_id: siteId }])
    expect(await list({ state: 'failed' }, limited)).toMatchObject([
      { id: failed.id, start: null, type_name: '', site_id: null, site_name: '' },
    ])
    expect(await list({ site_id: String(siteId) }, limited)).toEqual([])
  })

  test('says which failed and why, and records whose were read', async () => {
    expect(failed).toMatchObject({ event: 'booked', state: 'failed' })
    expect(failed.note).toContain('No such person')
    const [line] = await rowsWhere(db, 'audit_event', { action: 'message.listed' })
    expect(line).toMatchObject({ actor_id: staff.id, change: { state: 'failed' } })
    const today = new Date().toISOString().slice(0, 10)
    expect(await list({ site_id: String(siteId), event: 'booked' })).toHaveLength(1)
    expect(
      await list({ state: 'sent', created_from: today.replace(/^..../, '2000') }),
    ).toHaveLength(1)
    expect(await list({ search: failed.patient_name })).toMatchObject([{ id: failed.id }])
    const claim = { state: 'sending', claimed_until: new Date(Date.now() + 60_000) } as const
    await updateRows(db, 'message', failed.id, claim)
    expect(await list({ state: 'waiting' })).toMatchObject([{ id: failed.id }])
    expect(await list({ event: 'reminder' })).toEqual([])
    expect(await list({ created_from: '2199-01-01' })).toEqual([])
  })

  test('leaves out those about appointments of others, which nobody else can send again', async () => {
    const own = await addStaffUser(server, ['clinic.view_message', 'clinic.resend_message'])
    expect(await list({}, own)).toEqual([])
    expect((await tryAgain(failed.id, own)).outcome).toBe('404 not_found')
  })
})

describe('trying again', () => {
  test('sends it to the address as it is now, once, and is recorded', async () => {
    await updateRows(db, 'person', patientId, { email: 'right@example.test' })
    taken.length = 0
    const answers = await Promise.all([tryAgain(failed.id), tryAgain(failed.id)])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 conflict'])
    await sendWaiting(server)
    expect(taken.map(({ to }) => [to].flat()[0]?.text)).toEqual([
      expect.stringContaining('right@example.test'),
    ])
    expect(await oneRow(db, 'message', failed.id)).toMatchObject({ state: 'sent' })
    expect(
      await rowsWhere(db, 'audit_event', { action: 'message.retried', subject_id: failed.id }),
    ).toMatchObject([{ actor_id: staff.id, patient_id: patientId }])
  })

  test('is for one that may have been sent as well', async () => {
    await updateRows(db, 'message', failed.id, { state: 'unknown' })
    expect(await list({ state: 'unknown' })).toMatchObject([{ id: failed.id }])
    expect((await tryAgain(failed.id)).outcome).toBe('200')
  })

  test('is for no others', async () => {
    const [sent] = await list({ state: 'sent' })
    expect((await tryAgain(sent?.id ?? 0)).outcome).toBe('409 conflict')
    expect((await tryAgain(999_999)).outcome).toBe('404 not_found')
  })
})
