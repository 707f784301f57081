import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { webhookEvents } from '#lib/contract/webhook-events.ts'
import { createLog } from '#server/log/log.ts'
import { makeRecord } from '../admin/resource-samples.ts'
import { addAppointment } from '../clinic-factory.ts'
import { auditLines, newestAuditLine, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { listedRows, send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer, testSettings } from '../test-server.ts'
import { addWebhook, runReceiver, sendDeliveries } from './receiver.ts'

/* What staff do with webhooks and deliveries. */

const lines: string[] = []
const server = await runTestServer({
  environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: '1' },
  services: { log: createLog('debug', { write: (line) => void lines.push(line) }) },
})
const { db } = server.database
const { received, behaviour, url } = await runReceiver()
const staff = await addStaffUser(server, [
  'clinic.add_webhook',
  'clinic.change_webhook',
  'clinic.view_webhook',
])
beforeEach(async () => {
  await db.deleteFrom('webhook').execute()
})

const ask = (method: string, path: string, body?: object, headers = staff.headers) =>
  send(server, method, `/api/admin/${path}`, { headers, body })
const book = () => addAppointment(db, { starts_at: new Date(Date.now() + 86_400_000) })
const deliveries = async (query: Record<string, string> = {}) =>
  listedRows<{ id: number; state: string; webhook_id: number; event: string }>(
    (await ask('GET', `webhookdeliveries/?${new URLSearchParams(query)}`)).body,
  )

describe('addresses', () => {
  const add = (address: string) =>
    ask('POST', 'webhooks/', { name: `At ${address}`, address, events: ['appointment.booked'] })

  test.each([
    ['http://practice.example.org/', 'Enter an address that starts with https://'],
    ['https://192.168.1.5/', 'Enter an address on the internet, not in a private network'],
    ['https://localhost/', 'Enter an address on the internet, not in a private network'],
    ['https://[::1]/', 'Enter an address on the internet, not in a private network'],
  ])('%s is refused', async (address, text) => {
    server.services.settings = testSettings()
    expect((await add(address)).body).toEqual({ address: [text] })
  })

  test.each(['javascript:alert(1)', 'https://ada:secret@example.org/', 'https://example.org/#a'])(
    '%s is refused, whatever the settings',
    async (address) => {
      expect((await add(address)).body).toEqual({
        address: [expect.stringContaining('such as https://example.org/webhooks')],
      })
    },
  )

  test('private ones are taken where the setting allows them', async () => {
    expect((await add('http://127.0.0.1:9/')).status).toBe(201)
  })
})

describe('the secret', () => {
  test('is in the answer that makes it alone: in no list, trail, log or other answer', async () => {
    const { id } = await makeRecord(server, 'webhooks', {
      address: url,
      events: [...webhookEvents],
    })
    const first = await ask('POST', `webhooks/${id}/secret/`)
    expect(first.status, first.text).toBe(200)
    const second = await ask('POST', `webhooks/${id}/secret/`)
    const secrets = [first, second].map(({ body }) => String(body['secret']))
    await book()
    await sendDeliveries(server)
    const [{ headers = {}, body = '' } = {}] = received
    for (const secret of secrets) {
      new Webhook(secret).verify(body, headers as Record<string, string>)
    }
    const shown = await Promise.all([
      ask('GET', 'webhooks/'),
      ask('GET', 'webhooks/export/'),
      ask('GET', `webhooks/${id}/`),
      ask('PUT', `webhooks/${id}/`, { ...(await ask('GET', `webhooks/${id}/`)).body, name: 'B' }),
      ask('GET', 'webhookdeliveries/'),
    ])
    const trail = await rowsWhere(db, 'audit_event', { subject_type: 'webhook' })
    const everywhere = [...shown.map(({ text }) => text), JSON.stringify(trail), ...lines].join()
    for (const secret of secrets) expect(everywhere).not.toContain(secret.slice(6, 30))
    expect(shown[2]?.body['secret_made']).toBe(second.body['made'])
    expect(
      (
        await auditLines(db, ['action', 'actor_id'], { subject_type: 'webhook', subject_id: id })
      ).map(({ action, actor_id }) => [action, actor_id === staff.id]),
    ).toEqual([
      ['record.created', false],
      ['webhook.secret_made', true],
      ['webhook.secret_made', true],
      ['record.changed', true],
    ])
  })

  test('is not made without a key to seal it with', async () => {
    const { id } = await addWebhook(db, { address: url, events: ['appointment.booked'] })
    const { settings } = server.services
    const { SECRETS_KEY } = settings
    settings.SECRETS_KEY = undefined
    const answer = await ask('POST', `webhooks/${id}/secret/`)
    settings.SECRETS_KEY = SECRETS_KEY
    expect(answer).toMatchObject({ status: 409, body: { detail: /SECRETS_KEY/ } })
  })

  test('the one from before ends after a day', async () => {
    const { id, secret } = await addWebhook(db, { address: url, events: ['appointment.booked'] })
    await ask('POST', `webhooks/${id}/secret/`)
    const { ends } = await oneRow(db, 'webhook_secret', { secret })
    expect(Number(ends) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    expect(Number(ends) - Date.now()).toBeLessThan(24.1 * 3_600_000)
  })
})

describe('a test', () => {
  test('is sent, also while the webhook is switched off, and is on the trail', async () => {
    const { id, secret } = await addWebhook(db, {
      address: url,
      events: ['appointment.booked'],
      is_active: false,
    })
    const answer = await ask('POST', `webhooks/${id}/test/`)
    expect(answer.body).toMatchObject({ event: 'webhook.test', state: 'waiting', webhook_id: id })
    await sendDeliveries(server)
    const [{ headers = {}, body = '' } = {}] = received
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'webhook.test',
      timestamp: answer.body['occurred'],
      data: {},
    })
    expect(await deliveries()).toMatchObject([{ event: 'webhook.test', state: 'sent' }])
    expect(await newestAuditLine(db, ['action'], { subject_type: 'webhook' })).toEqual({
      action: 'webhook.tested',
    })
  })

  test('needs a secret', async () => {
    const { id } = await makeRecord(server, 'webhooks')
    const answer = await ask('POST', `webhooks/${id}/test/`)
    expect(answer.outcome).toBe('409 conflict')
    expect(answer.body['detail']).toBe('Make the signing secret first.')
  })
})

describe('the list of deliveries', () => {
  test('is narrowed by state, webhook and event', async () => {
    const one = await addWebhook(db, { address: url, events: ['appointment.booked'] })
    const other = await addWebhook(db, { address: `${url}/down`, events: ['appointment.booked'] })
    behaviour.answer = (response, { path }) =>
      response.writeHead(path === '/down' ? 503 : 204).end('Closed')
    const { id } = await book()
    await sendDeliveries(server)
    expect(await deliveries({ state: 'waiting' })).toMatchObject([
      { webhook_id: other.id, status_code: 503, note: '503 Closed', appointment_id: id },
    ])
    expect(await deliveries({ webhook_id: String(one.id) })).toMatchObject([
      { state: 'sent', due: null, note: '', attempts: 1, vaccination_id: null },
    ])
    expect(await deliveries({ event: 'appointment.cancelled' })).toEqual([])
  })

  test('one that failed is tried again, which the trail says; another one is not', async () => {
    const { id } = await addWebhook(db, { address: url, events: ['appointment.booked'] })
    await book()
    await updateRows(db, 'webhook_delivery', {}, { state: 'failed', attempts: 8 })
    const [failed] = await deliveries()
    const tryAgain = () => ask('POST', `webhookdeliveries/${failed?.id}/try-again/`)
    await updateRows(db, 'webhook', id, { is_active: false })
    expect((await tryAgain()).body['detail']).toBe('Switch the webhook on first.')
    await updateRows(db, 'webhook', id, { is_active: true })
    expect((await tryAgain()).body).toMatchObject({ id: failed?.id, state: 'waiting' })
    expect(await newestAuditLine(db, ['action'], { subject_type: 'webhook_delivery' })).toEqual({
      action: 'webhook.retried',
    })
    await sendDeliveries(server)
    expect(await deliveries()).toMatchObject([{ state: 'sent', attempts: 9 }])
    expect((await tryAgain()).outcome).toBe('409 conflict')
    expect((await ask('POST', 'webhookdeliveries/999999/try-again/')).status).toBe(404)
  })

  test('a deleted webhook takes its deliveries along', async () => {
    const { id } = await addWebhook(db, { address: url, events: ['appointment.booked'] })
    await book()
    const { headers } = await addStaffUser(server, ['clinic.delete_webhook'])
    expect((await ask('DELETE', `webhooks/${id}/`, { version: 1 }, headers)).status).toBe(204)
    expect(await deliveries()).toEqual([])
  })
})
