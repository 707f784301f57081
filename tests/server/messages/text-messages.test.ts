import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { messageEvents } from '#lib/contract/message-events.ts'
import { textParts } from '#lib/messages/text-parts.ts'
import { createTextTransport } from '#server/messages/text-transport.ts'
import { addAppointment, addPerson, addType } from '../clinic-factory.ts'
import { insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer, testSettings } from '../test-server.ts'
import { runMailbox, sendWaiting } from './mailbox.ts'

/* Text messages, through a real HTTP service (docs/decisions/0080). */

const server = await runTestServer()
const { db } = server.database
const { taken } = await runMailbox(server)

type Sent = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }
const sent: Sent[] = []
const behaviour = { status: (_body: Sent['body']) => 201, isLost: false }
const usual = { ...behaviour }
const service = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Sent['body']
    sent.push({ path: request.url ?? '', headers: request.headers, body })
    if (behaviour.isLost) {
      request.socket.destroy()
      return
    }
    const status = behaviour.status(body)
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {})
    response.end(JSON.stringify({ status }))
  })
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => service.close(resolve)))
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const SERVICE = '26785a09-ab16-4eb0-8407-a37497a57506'
const SECRET = '3d844edf-8d35-48ac-975b-e847b4f122b0'
const notify = {
  NOTIFY_API_KEY: `clinic-${SERVICE}-${SECRET}`,
  NOTIFY_TEMPLATE_ID: 'f33517ff-2a88-4f6e-b855-c550268ce08a',
  NOTIFY_URL: url,
}

beforeEach(() => {
  Object.assign(behaviour, usual)
  sent.length = 0
  server.services.texts = createTextTransport(testSettings({ SMS_URL: `${url}/texts` }))
})

const starts_at = new Date(Date.now() + 5 * 86_400_000)
const texts = () => sent.map(({ body }) => body['text'])
const states = async () =>
  (await rowsWhere(db, 'message', {})).map(
    ({ event, channel, state }) => `${event} ${channel} ${state}`,
  )
async function bookFor(person: object) {
  const patient = await addPerson(db, { mobile: '07700 900 123', ...person })
  const type = await addType(db, { name: 'Ear check' })
  return await addAppointment(db, {
    patient_id: patient.id,
    appointment_type_id: type.id,
    starts_at,
  })
}
async function remind(reminders: string, person: object = {}) {
  const { id, patient_id } = await bookFor({ email: 'ada@example.test', reminders, ...person })
  await db.deleteFrom('message').execute()
  await insertRow(db, 'message', {
    event: 'reminder',
    appointment_id: id,
    patient_id: Number(patient_id),
    starts_at,
    lead_minutes: 120,
  })
  await sendWaiting(server)
  return { id, patientId: Number(patient_id) }
}

describe('who is told by text message', () => {
  test('whoever has no email address; the link opens the appointment', async () => {
    const { id } = await bookFor({ email: '' })
    await sendWaiting(server)
    expect(taken).toEqual([])
    expect(sent).toMatchObject([{ path: '/texts', body: { to: '+447700900123' } }])
    const [, token = ''] = /#access=([\w-]+)$/.exec(String(texts()[0])) ?? []
    const read = await send(server, 'GET', `/api/public/appointments/${id}/`, {
      headers: { 'Guest-User-Access-Token': token },
    })
    expect(read.body['id']).toBe(id)
    expect(await oneRow(db, 'message', { appointment_id: id })).toMatchObject({
      state: 'sent',
      channel: 'sms',
      recipient: '+447700900123',
    })
  })

  test('nobody else, of what changes', async () => {
    await bookFor({ email: 'ada@example.test', reminders: 'sms' })
    await sendWaiting(server)
    expect([taken.length, sent.length]).toEqual([1, 0])
  })

  test.each([
    ['email', 1, 0],
    ['sms', 0, 1],
    ['both', 1, 1],
    ['none', 0, 0],
  ])('who wants reminders by %s: %i emails, %i texts', async (reminders, emails, messages) => {
    await remind(reminders)
    expect([taken.length, sent.length]).toEqual([emails, messages])
  })

  test('nobody whose number gets none: they are reminded by email', async () => {
    await remind('sms', { mobile: '01632 960 100' })
    expect([taken.length, sent.length]).toEqual([1, 0])
    expect(await states()).toEqual(['reminder email sent'])
  })

  test('whose number gets none and who has no email is not tried, and the record says why', async () => {
    await remind('sms', { mobile: '01632 960 100', email: '' })
    expect(sent).toEqual([])
    expect(await rowsWhere(db, 'message', {})).toMatchObject([
      { state: 'dropped', note: 'The mobile number cannot get text messages.' },
    ])
  })

  test('nobody without a service', async () => {
    server.services.texts = null
    await remind('both')
    expect(await states()).toEqual(
      expect.arrayContaining(['reminder email sent', 'reminder sms dropped']),
    )
  })

  test.each([
    [
      '+33 6 12 34 56 78',
      'This installation sends no text messages to the country of this number.',
    ],
    ['+8816 1234 5678', 'The mobile number cannot get text messages.'],
    ['070 1234 5678', 'The mobile number cannot get text messages.'],
  ])('none to %s', async (mobile, note) => {
    await bookFor({ email: '', mobile })
    await sendWaiting(server)
    expect(sent).toEqual([])
    expect(await rowsWhere(db, 'message', {})).toMatchObject([{ state: 'dropped', note }])
  })

  test('to the countries that the installation names', async () => {
    server.services.settings = testSettings({ SMS_COUNTRIES: '+44, +33' })
    await bookFor({ email: '', mobile: '+33 6 12 34 56 78' })
    await sendWaiting(server)
    expect(sent.map(({ body }) => body['to'])).toEqual(['+33612345678'])
    server.services.settings = testSettings()
  })

  test('who wants texts is reminded by email without a service, and where texts are switched off', async () => {
    server.services.texts = null
    await remind('sms')
    expect(await states()).toEqual(['reminder email sent'])
  })
})

describe('what they say', () => {
  test('the ready-made words are three parts at most, with a link of the longest kind', async () => {
    const link = `https://bookings.harbour-street.example.org/appointments/1234567#access=${'a'.repeat(43)}`
    const { shippedTexts, formatTextMessage } = await import('#server/messages/message-text.ts')
    for (const event of messageEvents) {
      const text = await formatTextMessage(
        event,
        {
          first_name: 'Ada',
          service: 'Ear check',
          day: 'Wednesday 23 September 2026',
          time: '10:15am',
          site: 'Harbour Street Pharmacy',
          phone: '01632 960 100',
          reference: 'QX4T-7K2M',
          details: '',
          answer_by: '',
          sentence: '',
          forms_due: 2,
          before_you_come: '',
          what_to_bring: '',
          prices: '',
          link,
          book_link: link,
          clinic: 'Carelane',
        },
        null,
      )
      expect(textParts(text), `${event}: ${text}`).toBeLessThanOrEqual(2)
      expect(shippedTexts[event]).not.toContain('{{ service }}')
    }
  })

  test('a reminder ends with the way to stop it, which stops both kinds', async () => {
    const { patientId } = await remind('both')
    const [, code = ''] = /Stop reminders: \S+#code=([\w-]{43})$/.exec(String(texts()[0])) ?? []
    expect((await send(server, 'POST', `/api/public/reminders/${code}/stop/`)).status).toBe(204)
    expect(await oneRow(db, 'person', patientId)).toMatchObject({ reminders: 'none' })
  })

  test('the clinic’s own words are for one channel', async () => {
    await insertRow(db, 'message_template', {
      name: 'Short',
      event: 'booked',
      channel: 'sms',
      body: 'See you at {{ time }}',
    })
    await bookFor({ email: '' })
    await bookFor({ email: 'ada@example.test' })
    await sendWaiting(server)
    expect(texts()).toEqual([expect.stringMatching(/^See you at \d/)])
    expect(taken[0]?.text).toContain('Dear ')
    await db.deleteFrom('message_template').execute()
  })

  test('what staff add is in it, on one line', async () => {
    const { id } = await bookFor({ email: '' })
    await updateRows(db, 'message', { appointment_id: id }, { sentence: 'Bring\n\nyour card.' })
    await sendWaiting(server)
    expect(texts()[0]).toContain('. Bring your card. See')
  })
})

describe('GOV.UK Notify', () => {
  test('gets the words as its template’s body, a token of the key, and our reference', async () => {
    server.services.texts = createTextTransport(testSettings(notify))
    const { id } = await bookFor({ email: '' })
    await sendWaiting(server)
    const { uuid } = await oneRow(db, 'message', { appointment_id: id })
    expect(sent).toMatchObject([
      {
        path: '/v2/notifications/sms',
        body: {
          phone_number: '+447700900123',
          template_id: notify.NOTIFY_TEMPLATE_ID,
          personalisation: { body: expect.stringContaining('your appointment is on') },
          reference: uuid,
        },
      },
    ])
    const token = String(sent[0]?.headers.authorization).replace('Bearer ', '')
    const [head = '', claims = '', signature] = token.split('.')
    const expected = createHmac('sha256', SECRET).update(`${head}.${claims}`).digest('base64url')
    expect(signature).toBe(expected)
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(head)).toEqual({ typ: 'JWT', alg: 'HS256' })
    expect(read(claims)).toEqual({ iss: SERVICE, iat: expect.any(Number) })
    expect(Math.abs(read(claims).iat - Date.now() / 1000)).toBeLessThan(30)
  })
})

describe('a service in trouble', () => {
  test.each([[429], [500], [503], [403], [302]])(
    '%i: it is tried later, and sent once',
    async (status) => {
      behaviour.status = () => status
      await bookFor({ email: '' })
      await sendWaiting(server)
      expect(await states()).toEqual(['booked sms waiting'])
      expect(sent.map(({ path }) => path)).toEqual(['/texts'])
      behaviour.status = usual.status
      await sendWaiting(server)
      expect(await states()).toEqual(['booked sms sent'])
      expect(new Set(sent.map(({ body }) => body['id'])).size).toBe(1)
    },
  )

  test('it refuses one: that one fails at once, and others go on', async () => {
    behaviour.status = ({ to }) => (String(to).endsWith('666') ? 400 : 201)
    await bookFor({ email: '', mobile: '07700 900 666' })
    await bookFor({ email: '' })
    await sendWaiting(server)
    expect((await states()).toSorted()).toEqual(['booked sms failed', 'booked sms sent'])
    const [failed] = await rowsWhere(db, 'message', { state: 'failed' })
    expect(failed?.note).toContain('400')
  })

  test('it takes one and the answer is lost: the next has the same id', async () => {
    behaviour.isLost = true
    await bookFor({ email: '' })
    await sendWaiting(server)
    behaviour.isLost = false
    await sendWaiting(server)
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map(({ body }) => body['id'])).size).toBe(1)
    expect(await states()).toEqual(['booked sms sent'])
  })
})
