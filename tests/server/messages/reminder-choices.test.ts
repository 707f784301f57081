import { beforeEach, expect, test } from 'vitest'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { insertRow, newestAuditLine, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { runMailbox, sendWaiting } from './mailbox.ts'

/* Who wants no reminders gets none, and says so with one press (docs/decisions/0076). */

const server = await runTestServer()
const { db } = server.database
const { taken, behaviour } = await runMailbox(server)
const start = new Date(Date.now() + 5 * 86_400_000)

let patientId: number
beforeEach(async () => {
  patientId = (await addPerson(db, { email: 'ada@example.test' })).id
})

async function remind(daysLater = 0) {
  const starts_at = new Date(+start + daysLater * 86_400_000)
  const { id } = await addAppointment(db, { patient_id: patientId, starts_at })
  await db.deleteFrom('message').where('appointment_id', '=', id).execute()
  await insertRow(db, 'message', {
    event: 'reminder',
    patient_id: patientId,
    appointment_id: id,
    starts_at,
    lead_minutes: 120,
  })
  await sendWaiting(server)
  return (await rowsWhere(db, 'message', { appointment_id: id }))[0]
}
const codeIn = (mail: (typeof taken)[number] | undefined) =>
  /\/stop-reminders#code=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
const stop = (code: string) => send(server, 'POST', `/api/public/reminders/${code}/stop/`)
const wants = async () => (await oneRow(db, 'person', patientId)).reminders

test('the link in a reminder stops reminders, and nothing else', async () => {
  await remind()
  expect((await stop(codeIn(taken[0]))).status).toBe(204)
  expect(await wants()).toBe('none')
  expect((await stop(codeIn(taken[0]))).status).toBe(204)
  expect(await remind(1)).toMatchObject({
    state: 'dropped',
    note: 'The patient does not want reminders.',
  })
  await addAppointment(db, { patient_id: patientId, starts_at: new Date(+start + 2 * 86_400_000) })
  await sendWaiting(server)
  expect(taken.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Reminder: /),
    expect.stringMatching(/^Your appointment on /),
  ])
  expect(taken[1]?.text).not.toContain('/stop-reminders')
  const about = { subject_type: 'person', subject_id: patientId }
  expect(await newestAuditLine(db, ['action', 'actor_role'], about)).toEqual({
    action: 'message.reminders_stopped',
    actor_role: 'visitor',
  })
})

test('mail programs stop them by themselves, as RFC 8058 says', async () => {
  await remind()
  const { list } = Object.fromEntries(taken[0]?.headers ?? []) as {
    list?: { unsubscribe?: { url?: string }; 'unsubscribe-post'?: { name?: string } }
  }
  expect(taken[0]?.headerLines.map(({ line }) => line)).toContain(
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  )
  const { pathname } = new URL(list?.unsubscribe?.url ?? '')
  const answer = await send(server, 'POST', pathname, {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(204)
  expect(await wants()).toBe('none')
})

test('each try that may have arrived has a link that works', async () => {
  behaviour.afterwards = () => ({ code: 451, text: 'Lost it' })
  await remind()
  behaviour.afterwards = () => null
  await sendWaiting(server)
  const [first, second] = taken.map(codeIn)
  expect(first).not.toBe(second)
  expect((await stop(first ?? '')).status).toBe(204)
  expect(await wants()).toBe('none')
})

test('a code stops nothing once its address is not the patient’s', async () => {
  await remind()
  await updateRows(db, 'message', { patient_id: patientId }, { recipient: 'eve@example.test' })
  expect((await stop(codeIn(taken[0]))).outcome).toBe('404 not_found')
  expect(await wants()).toBe('email')
})

test('a code that was never sent stops nothing, and one that was opens nothing', async () => {
  await remind()
  expect((await stop('A'.repeat(43))).outcome).toBe('404 not_found')
  expect(await wants()).toBe('email')
  const headers = { 'Guest-User-Access-Token': codeIn(taken[0]) }
  for (const path of ['check-guest-user/', `users/${patientId}/`]) {
    const answer = await send(server, 'GET', `/api/public/${path}`, { headers })
    expect(answer.outcome, path).toBe('401 not_signed_in')
  }
  expect(JSON.stringify(await rowsWhere(db, 'message', {}))).not.toContain(codeIn(taken[0]))
})
