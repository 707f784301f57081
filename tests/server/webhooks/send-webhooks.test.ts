import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { webhookEvents } from '#lib/contract/webhook-events.ts'
import { removeOldDeliveries, sendWebhooks } from '#server/webhooks/send-webhooks.ts'
import { sealOpenSecrets } from '#server/webhooks/webhook-secret.ts'
import { isFull } from '../../amount.ts'
import { addAppointment } from '../clinic-factory.ts'
import { auditLines, insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { runTestServer, testSettings } from '../test-server.ts'
import { addWebhook, runReceiver, sendDeliveries } from './receiver.ts'

/* Deliveries to a real HTTP server (docs/decisions/0085). */

const server = await runTestServer({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: '1' } })
const { db } = server.database
const { received, behaviour, url } = await runReceiver()

type Added = Awaited<ReturnType<typeof addWebhook>>
let webhook: Added
beforeEach(async () => {
  await db.deleteFrom('webhook').execute()
  webhook = await addWebhook(db, { address: `${url}/hooks`, events: [...webhookEvents] })
})

const tomorrow = () => new Date(Date.now() + 86_400_000)
const book = () => addAppointment(db, { starts_at: tomorrow() })
const deliveries = async () =>
  (await rowsWhere(db, 'webhook_delivery')).toSorted((one, other) => one.id - other.id)
const states = async () => (await deliveries()).map(({ state }) => state)
const ids = () => received.map(({ headers }) => headers['webhook-id'])
const verified = ({ secret }: Pick<Added, 'secret'>, place = 0) => {
  const { body = '', headers = {} } = received[place] ?? {}
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

describe('a delivery', () => {
  test('is signed by Standard Webhooks, and says what happened', async () => {
    const { id } = await book()
    await sendDeliveries(server)
    const [delivery] = await deliveries()
    expect(verified(webhook)).toMatchObject({
      type: 'appointment.booked',
      timestamp: delivery?.occurred.toISOString(),
      data: { appointment_id: id, status: 'booked' },
    })
    expect(received).toMatchObject([
      {
        path: '/hooks',
        headers: { 'content-type': 'application/json', 'webhook-id': delivery?.uuid },
      },
    ])
    expect(delivery).toMatchObject({ state: 'sent', attempts: 1, status_code: 204 })
  })

  test('is refused by the library with another secret, id or body', async () => {
    await book()
    await sendDeliveries(server)
    const { secret } = await addWebhook(db, { address: url, events: ['appointment.booked'] })
    expect(() => verified({ secret })).toThrow('No matching signature')
    const [{ body = '', headers = {} } = {}] = received
    const check = (text: string, more: object) => () =>
      new Webhook(webhook.secret).verify(text, { ...headers, ...more } as Record<string, string>)
    expect(check(`${body} `, {})).toThrow('No matching signature')
    expect(check(body, { 'webhook-id': 'another' })).toThrow('No matching signature')
  })

  test('is signed by the secret from before as well, until that has ended', async () => {
    const before = webhook.secret
    await updateRows(db, 'webhook_secret', {}, { ends: new Date(Date.now() + 60_000) })
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    await insertRow(db, 'webhook_secret', { webhook_id: webhook.id, secret })
    await book()
    await sendDeliveries(server)
    expect(verified({ secret })).toEqual(verified({ secret: before }))
    await updateRows(db, 'webhook_secret', { secret: before }, { ends: new Date(0) })
    await book()
    await sendDeliveries(server)
    expect(verified({ secret }, 1)).toMatchObject({ type: 'appointment.booked' })
    expect(() => verified({ secret: before }, 1)).toThrow('No matching signature')
  })

  test('is not sent unsigned', async () => {
    await book()
    await db.deleteFrom('webhook_secret').execute()
    await sendDeliveries(server)
    expect(received).toEqual([])
    expect(await deliveries()).toMatchObject([
      { state: 'dropped', note: 'The webhook has no secret that can be read. Make a new one.' },
    ])
  })

  test('is signed by a secret that the database has sealed', async () => {
    const { SECRETS_KEY } = server.services.settings
    await sealOpenSecrets(db, { SECRETS_KEY })
    const [{ secret: kept = '' } = {}] = await rowsWhere(db, 'webhook_secret', {})
    expect(kept).not.toContain(webhook.secret.slice(6, 30))
    await book()
    await sendDeliveries(server)
    expect(verified({ secret: webhook.secret })).toMatchObject({ type: 'appointment.booked' })
    await sealOpenSecrets(db, { SECRETS_KEY: 'another key, of no less than 32 characters' })
    expect((await rowsWhere(db, 'webhook_secret', {}))[0]?.secret).toBe(kept)
  })

  test('is not sent where the key is another', async () => {
    const { settings } = server.services
    await sealOpenSecrets(db, { SECRETS_KEY: 'another key, of no less than 32 characters' })
    await book()
    await sendDeliveries(server)
    expect(received).toEqual([])
    await sealOpenSecrets(db, settings)
    expect(await deliveries()).toMatchObject([{ state: 'dropped' }])
  })

  test('goes to each webhook that wants the event', async () => {
    await addWebhook(db, { address: `${url}/other`, events: ['appointment.booked'] })
    await addWebhook(db, { address: `${url}/never`, events: ['appointment.cancelled'] })
    await book()
    await sendDeliveries(server)
    expect(received.map(({ path }) => path).toSorted()).toEqual(['/hooks', '/other'])
    expect(new Set(ids()).size).toBe(2)
  })
})

describe('a receiver in trouble', () => {
  test.each([500, 503, 429, 404, 400])(
    '%i: it is tried later with the same id and body, and signed afresh',
    async (status) => {
      behaviour.answer = (response) => response.writeHead(status).end('Not now')
      await book()
      await sendDeliveries(server)
      expect(await deliveries()).toMatchObject([
        { state: 'waiting', attempts: 1, status_code: status, note: `${status} Not now` },
      ])
      behaviour.answer = (response) => response.writeHead(200).end()
      await sendDeliveries(server)
      expect(await states()).toEqual(['sent'])
      expect(new Set(ids()).size).toBe(1)
      expect(verified(webhook, 0)).toEqual(verified(webhook, 1))
    },
  )

  test('after the last try it has failed, and is not tried again by itself', async () => {
    behaviour.answer = (response) => response.writeHead(500).end()
    await book()
    for (let attempt = 1; attempt <= 9; attempt += 1) await sendDeliveries(server)
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 8 }])
    expect(received).toHaveLength(8)
  })

  test('a redirect is not followed', async () => {
    behaviour.answer = (response) => response.writeHead(302, { Location: `${url}/elsewhere` }).end()
    await book()
    await sendDeliveries(server)
    expect(received.map(({ path }) => path)).toEqual(['/hooks'])
    expect(await deliveries()).toMatchObject([{ state: 'waiting', status_code: 302 }])
  })

  test('410: the webhook is switched off, which the trail says; what waits is dropped', async () => {
    behaviour.answer = (response) => response.writeHead(410).end()
    await book()
    await sendDeliveries(server)
    expect(await deliveries()).toMatchObject([{ state: 'failed', status_code: 410 }])
    expect(await oneRow(db, 'webhook', webhook.id)).toMatchObject({ is_active: false })
    expect(
      await auditLines(db, ['action', 'actor_role', 'change'], {
        subject_type: 'webhook',
        subject_id: webhook.id,
      }),
    ).toEqual([
      {
        action: 'record.changed',
        actor_role: 'system',
        change: { fields: ['is_active'], version: 2 },
      },
    ])
    await book()
    expect(await states()).toEqual(['failed'])
    await updateRows(db, 'webhook_delivery', {}, { state: 'waiting' })
    await sendDeliveries(server)
    expect(await deliveries()).toMatchObject([
      { state: 'dropped', note: 'The webhook is switched off.' },
    ])
    expect(received).toHaveLength(1)
  })

  test('it is gone: nothing is lost', async () => {
    await updateRows(db, 'webhook', webhook.id, { address: 'http://127.0.0.1:9' })
    await book()
    await sendDeliveries(server)
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', status_code: null, note: expect.stringContaining('ECONNREFUSED') },
    ])
    await updateRows(db, 'webhook', webhook.id, { address: url })
    await sendDeliveries(server)
    expect(await states()).toEqual(['sent'])
  })

  test.runIf(isFull)(
    'it says nothing: others go on, and it gets no more than two at once',
    async () => {
      const waiting = { now: 0, most: 0 }
      behaviour.answer = (response, { path }) => {
        if (path !== '/slow') return void response.writeHead(204).end()
        waiting.now += 1
        waiting.most = Math.max(waiting.most, waiting.now)
        response.on('close', () => {
          waiting.now -= 1
        })
      }
      await db.deleteFrom('webhook').execute()
      await addWebhook(db, { address: `${url}/slow`, events: ['appointment.booked'] })
      await addWebhook(db, { address: `${url}/quick`, events: ['appointment.booked'] })
      for (let number = 0; number < 5; number += 1) await book()
      const ending = new AbortController()
      const run = sendWebhooks(server.services, ending.signal)
      const quick = () => received.filter(({ path }) => path === '/quick').length
      await expect.poll(quick).toBe(5)
      // What happens while the slow one is waited for is told as well.
      await book()
      await expect.poll(quick).toBe(6)
      ending.abort()
      await run
      expect(waiting.most).toBe(2)
      const slow = (await deliveries()).filter(
        ({ attempts, state }) => attempts && state !== 'sent',
      )
      expect(slow).toMatchObject([
        { state: 'waiting', note: 'no answer within 10 seconds' },
        { state: 'waiting', note: 'no answer within 10 seconds' },
      ])
    },
  )

  test('its answer never ends: the status counts', async () => {
    behaviour.answer = (response) => {
      response.writeHead(200)
      const more = setInterval(() => response.write('x'.repeat(5_000)), 10)
      response.on('close', () => clearInterval(more))
    }
    await book()
    await sendDeliveries(server)
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ state: 'sent', status_code: 200 })
    expect(delivery?.note.length).toBeLessThan(400)
  })

  test('it takes one and the answer is lost: the next has the same id', async () => {
    behaviour.answer = (response) => response.socket?.destroy()
    await book()
    await sendDeliveries(server)
    behaviour.answer = (response) => response.writeHead(204).end()
    await sendDeliveries(server)
    expect(received).toHaveLength(2)
    expect(new Set(ids()).size).toBe(1)
    expect(await states()).toEqual(['sent'])
  })
})

describe('several processes', () => {
  test('one whose receiver was busy when it looked, and is free since, looks again', async () => {
    for (let number = 0; number < 3; number += 1) await book()
    const { promise: looked, resolve: release } = Promise.withResolvers<void>()
    behaviour.answer = (response) => void looked.then(() => response.writeHead(204).end())
    const sent = async () => (await states()).filter((state) => state === 'sent').length
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      // It hears that there is nothing for it only once both of its deliveries have ended.
      transformResult: async ({ result }) => {
        if (result.numAffectedRows !== 0n || received.length === 0) return result
        release()
        await expect.poll(sent).toBeGreaterThanOrEqual(2)
        return result
      },
    })
    await sendWebhooks({ ...server.services, db: slow }, new AbortController().signal)
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
  })

  test('two at work send each once', async () => {
    for (let number = 0; number < 10; number += 1) await book()
    await Promise.all([sendDeliveries(server), sendDeliveries(server)])
    const ends = (await deliveries()).map(({ state, note }) => `${state} ${note}`)
    expect(ends).toEqual(Array(10).fill('sent 204'))
    expect(received).toHaveLength(10)
    expect(new Set(ids()).size).toBe(10)
  })
})

describe('private addresses', () => {
  test.each([
    ['an address', ''],
    ['a name that leads there', 'localhost'],
  ])('%s: nothing is sent, and staff are told', async (_, name) => {
    server.services.settings = testSettings()
    const address = name ? url.replace('127.0.0.1', name) : url
    await updateRows(db, 'webhook', webhook.id, { address })
    await book()
    await sendDeliveries(server)
    expect(received).toEqual([])
    expect(await deliveries()).toMatchObject([
      { state: 'failed', note: expect.stringContaining('private network') },
    ])
  })
})

test('what is over is kept for 30 days, what failed for 90, what waits for as long as it does', async () => {
  const add = (state: string, days: number) =>
    insertRow(db, 'webhook_delivery', {
      webhook_id: webhook.id,
      event: 'webhook.test',
      data: '{}',
      state,
      occurred: new Date(Date.now() - days * 86_400_000),
      sent: state === 'sent' ? new Date() : null,
    })
  const kept = [await add('sent', 29), await add('failed', 89), await add('waiting', 100)]
  for (const [state, days] of [
    ['sent', 31],
    ['dropped', 31],
    ['failed', 91],
  ] as const) {
    await add(state, days)
  }
  await removeOldDeliveries(db)
  expect((await deliveries()).map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
})
