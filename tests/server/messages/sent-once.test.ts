import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTextTransport } from '#server/messages/text-transport.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { rowsWhere, updateRows } from '../rows.ts'
import { runTestServer, testSettings } from '../test-server.ts'
import { addWebhook, runReceiver, sendDeliveries } from '../webhooks/receiver.ts'
import { runMailbox, sendWaiting } from './mailbox.ts'

/* What was sent is not sent again because noting it failed (docs/decisions/0093). */

const server = await runTestServer({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: '1' } })
const { db } = server.database
const { taken, behaviour: mailbox } = await runMailbox(server)
const { received, behaviour, url } = await runReceiver()

beforeEach(async () => {
  await db.deleteFrom('webhook').execute()
  server.services.texts = createTextTransport(testSettings({ SMS_URL: `${url}/texts` }))
})

const book = async (person: Record<string, unknown>) => {
  const patient = await addPerson(db, person)
  await addAppointment(db, {
    patient_id: patient.id,
    starts_at: new Date(Date.now() + 5 * 86_400_000),
  })
}

const channels = {
  email: {
    table: 'message',
    write: () => book({ email: 'ada@example.test' }),
    run: () => sendWaiting(server),
    sent: () => taken.length,
  },
  'text message': {
    table: 'message',
    write: () => book({ email: '', mobile: '07700 900 123' }),
    run: () => sendWaiting(server),
    sent: () => received.length,
  },
  webhook: {
    table: 'webhook_delivery',
    write: async () => {
      await addWebhook(db, { address: url, events: ['appointment.booked'] })
      await book({ email: '' })
    },
    run: () => sendDeliveries(server),
    sent: () => received.length,
  },
} as const

const endClaims = (table: 'message' | 'webhook_delivery') =>
  db
    .updateTable(table)
    .set({ claimed_until: new Date(0) })
    .where('state', '=', 'sending')
    .execute()

describe.each(Object.entries(channels))('%s', (_, { table, write, run, sent }) => {
  const rows = () => rowsWhere(db, table)

  test.each([
    ['NUL', Buffer.from('taken\0\u202e\ud83d')],
    ['a packed body', gzipSync('taken')],
    ['bytes that are no text', Buffer.from([0xff, 0, 0xc0, 0x80])],
  ])('its receiver answers with %s: it is noted as sent', async (_name, body) => {
    behaviour.answer = (response) => response.writeHead(201).end(body)
    await write()
    await run()
    await endClaims(table)
    await run()
    expect(sent()).toBe(1)
    expect(await rows()).toMatchObject([
      { state: 'sent', note: expect.not.stringMatching(/\p{C}/u) },
    ])
  })

  test('its receiver says that it is packed, and is not: it is noted as sent', async () => {
    behaviour.answer = (response) =>
      response.writeHead(201, { 'Content-Encoding': 'gzip' }).end('not gzip at all')
    await write()
    await run()
    await run()
    expect(sent()).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'sent' }])
  })

  describe('noting fails', () => {
    beforeEach(async () => {
      await sql`
        create function refuse_noting() returns trigger language plpgsql as
          $$ begin raise 'The disk is full.'; end $$`.execute(db)
      await sql`
        create trigger refuse_noting before update on ${sql.table(table)}
        for each row when (new.state in ('sent', 'waiting') and old.state = 'sending')
        execute function refuse_noting()`.execute(db)
    })
    afterEach(async () => {
      await sql`drop function if exists refuse_noting cascade`.execute(db)
    })

    test('it is not sent again, and staff are told that nobody knows', async () => {
      await write()
      await run()
      await endClaims(table)
      await run()
      await sql`drop function refuse_noting cascade`.execute(db)
      await run()
      expect(sent()).toBe(1)
      expect(await rows()).toMatchObject([{ state: 'unknown', attempts: 1 }])
    })
  })

  test('its process dies between sending and noting: it is not sent again', async () => {
    await write()
    await run()
    await updateRows(
      db,
      table,
      { state: 'sent' },
      { state: 'sending', sent: null, claimed_until: new Date(0) },
    )
    await run()
    expect(sent()).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'unknown' }])
  })

  test('its process dies before it began to send: it is sent', async () => {
    await write()
    const claim = { state: 'sending', attempts: 1, claimed_until: new Date(0) } as const
    await updateRows(db, table, {}, claim)
    await run()
    expect(sent()).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })
})

test.each(['text message', 'webhook'] as const)(
  'the receiver of a %s answers with a head that is too large: it is not sent again',
  async (channel) => {
    const { table, write, run, sent } = channels[channel]
    behaviour.answer = (response) => response.writeHead(201, { 'X-Much': 'y'.repeat(30_000) }).end()
    await write()
    await run()
    await updateRows(db, table, {}, { due: new Date(0) })
    await run()
    expect(sent()).toBe(1)
    const state = channel === 'webhook' ? 'sent' : 'unknown'
    expect(await rowsWhere(db, table)).toMatchObject([{ state, attempts: 1 }])
  },
)

test('what a mail server answers is one line of text', async () => {
  mailbox.recipient = () => ({ code: 451, text: 'Busy\u0007 \u202e now' })
  await channels.email.write()
  await channels.email.run()
  expect((await rowsWhere(db, 'message'))[0]?.note).toMatch(/451 Busy now/)
})
