import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../../amount.ts'
import { addAppointment, addPerson, guestDetails } from '../clinic-factory.ts'
import { rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer, testSettings } from '../test-server.ts'
import { runMailbox, sendWaiting } from './mailbox.ts'

/* Nobody fills another person's mailbox (docs/decisions/0105). */

const server = await runTestServer()
const { db } = server.database
const { taken, environment } = await runMailbox(server)
const start = new Date(Date.now() + 5 * 86_400_000)

beforeEach(async () => {
  server.services.settings = testSettings({ ...environment, RATE_LIMITS: 'on' })
  await db.deleteFrom('failed_attempt').execute()
  await db.deleteFrom('appointment').execute()
})

async function book(count: number, person: (index: number) => object) {
  for (let index = 0; index < count; index += 1) {
    const { id } = await addPerson(db, { email: 'victim@example.test', ...person(index) })
    await addAppointment(db, { patient_id: id, starts_at: start })
  }
}
const notes = async (state: string) =>
  (await rowsWhere(db, 'message', { state })).map(({ note }) => note)

test('an address that nobody checked gets one confirmation an hour, however it is written', async () => {
  await book(25, (index) => ({ is_guest: true, email: `Victim+${index}@example.test` }))
  await sendWaiting(server)
  expect(taken).toHaveLength(1)
  const waiting = await notes('waiting')
  expect(waiting).toHaveLength(24)
  expect(new Set(waiting)).toEqual(
    new Set([
      'Held back: nobody has checked this address or number, so it gets one confirmation an hour. We try again later.',
    ]),
  )
  await updateRows(db, 'message', { state: 'sent' }, { sent: new Date(Date.now() - 61 * 60_000) })
  await sendWaiting(server)
  expect(taken).toHaveLength(2)
})

test('where the mailbox knows no dots, neither does the count', async () => {
  const written = ['vic.tim@gmail.com', 'V.I.C.T.I.M@googlemail.com', 'victim+a@gmail.com']
  await book(3, (index) => ({ is_guest: true, email: written[index] }))
  await sendWaiting(server)
  expect(taken).toHaveLength(1)
})

test('and little else', async () => {
  await book(6, () => ({ is_guest: true }))
  await updateRows(db, 'message', { state: 'waiting' }, { event: 'cancelled' })
  await updateRows(db, 'appointment', {}, { status: 'cancelled', cancelled_on: new Date() })
  await db.deleteFrom('message').where('event', '<>', 'cancelled').execute()
  await sendWaiting(server)
  expect(taken).toHaveLength(4)
  expect(await notes('waiting')).toEqual(
    Array(2).fill(
      'Held back: this address or number has had 4 messages in the last hour. We try again later.',
    ),
  )
})

test.runIf(isFull)('of a person whom staff or a sign-in know, much more', async () => {
  await book(31, () => ({}))
  await sendWaiting(server)
  expect(taken).toHaveLength(30)
})

test('one network brings in so many addresses and numbers, whichever process it asks', async () => {
  const create = () =>
    send(server, 'POST', '/api/public/users/', {
      body: { ...guestDetails(), email: `${crypto.randomUUID()}@example.test` },
    })
  const answers = await Promise.all(Array.from({ length: 40 }, create))
  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(30)
  expect(answers.find(({ status }) => status === 429)?.body).toEqual({
    code: 'too_many_requests',
    detail:
      'Too many email addresses and numbers have been entered from this network. Wait 60 minutes and try again.',
  })
  const [{ body: guest = {} } = {}] = made
  const path = `/api/public/users/${guest['id']}/`
  const headers = { 'Guest-User-Access-Token': String(guest['guest_access_token']) }
  const change = (body: object) => send(server, 'PUT', path, { headers, body: { ...body } })
  expect((await change({ city: 'Saltmere', email: guest['email'] })).status).toBe(200)
  expect((await change({ email: 'victim@example.test' })).status).toBe(429)

  const me = await addSignedIn(server)
  const own = await me.ask('PATCH', `/api/private/users/${me.id}/`, {
    email: 'victim@example.test',
  })
  expect(own.status).toBe(429)
})
