import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { TEST_EVENT } from '#lib/contract/webhook-events.ts'
import { outsideLine } from '#lib/text/outside-line.ts'
import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import { runOutbox, type TryResult } from '../jobs/outbox.ts'
import { SYSTEM } from '../retention/anonymise-guest.ts'
import type { Services } from '../services.ts'
import { PrivateAddressError, publicLookup, refusePrivateHost } from './public-address.ts'
import { openSecret, webhookHeaders } from './webhook-secret.ts'

/** It covers everything: the name, the connection and the answer. */
const ANSWER_MS = 10_000
const LONGEST_ANSWER = 10_000
const LONGEST_NOTE = 300
/** Its first line says what counts. */
const LARGEST_HEAD = 256 * 1024

type WebhookRequest = { headers: Readonly<Record<string, string>>; body: string }
type WebhookAnswer = { status: number; note: string }

/**
 * Posts JSON. Follows no redirect. Without `fetch`, because that cannot be told which addresses it
 * may connect to.
 * @throws PrivateAddressError; Error without an answer.
 */
export async function postWebhook(
  address: URL,
  { headers, body }: WebhookRequest,
  allowsPrivate: boolean,
): Promise<WebhookAnswer> {
  if (!allowsPrivate) refusePrivateHost(address)
  const signal = AbortSignal.timeout(ANSWER_MS)
  const request = address.protocol === 'https:' ? requestSecure : requestPlain
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Carelane-Webhooks',
        ...headers,
      },
      // It has a connection of its own: none is used again that was opened unchecked.
      agent: false,
      maxHeaderSize: LARGEST_HEAD,
      signal,
      ...(!allowsPrivate && { lookup: publicLookup }),
    })
      .on('response', resolve)
      .on('error', (error) => reject(signal.aborted ? new Error(TOO_LATE) : named(error)))
      .end(body)
  })
  const status = answer.statusCode ?? 0
  const said = outsideLine(await firstBytes(answer), LONGEST_NOTE)
  return { status, note: `${status} ${said}`.trim() }
}

const TOO_LATE = `no answer within ${ANSWER_MS / 1_000} seconds`

/** Where several addresses were tried, the error has no words. */
const named = (error: Error & { code?: string }) =>
  error.message ? error : new Error(error.code ?? error.name)

/** The status has said what counts, so a body that breaks off or never ends changes nothing. */
async function firstBytes(answer: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of answer as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      bytes += piece.byteLength
      if (bytes > LONGEST_ANSWER) break
    }
  } catch {}
  return Buffer.concat(pieces).toString('utf8')
}

type DeliveryRow = Selectable<DB['webhook_delivery']>

const MOST_AT_ONCE = 20
const MOST_OF_ONE = 2
const PACE_MS = 2
const GONE = 410

/**
 * Sends what is due, as `runOutbox`; each try has the same `webhook-id`. In no order.
 * `write_appointment_deliveries` and `write_vaccination_deliveries` wrote it.
 */
export const sendWebhooks = (services: Services, ending: AbortSignal): Promise<boolean> =>
  runOutbox<DeliveryRow>(
    services,
    {
      table: 'webhook_delivery',
      most: MOST_AT_ONCE,
      lane: { column: 'webhook_id', most: MOST_OF_ONE },
      pace: () => wait(PACE_MS),
      send: (delivery, markSent) => deliver(services, delivery, markSent),
    },
    ending,
  )

async function deliver(
  services: Services,
  delivery: DeliveryRow,
  markSent: () => Promise<void>,
): Promise<TryResult> {
  const { db, log, settings, now } = services
  const webhook = await db
    .selectFrom('webhook')
    .select(['address', 'is_active'])
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirst()
  if (!webhook) return { state: 'dropped', note: 'The webhook no longer exists.' }
  if (!webhook.is_active && delivery.event !== TEST_EVENT) {
    return { state: 'dropped', note: 'The webhook is switched off.' }
  }
  const { uuid: id, event: type, occurred, data } = delivery
  const body = JSON.stringify({ type, timestamp: occurred.toISOString(), data })
  const secrets = await readSecrets(services, delivery.webhook_id)
  if (secrets.length === 0) {
    return { state: 'dropped', note: 'The webhook has no secret that can be read. Make a new one.' }
  }
  const headers = webhookHeaders({ id, body, now: now(), secrets })
  await markSent()
  try {
    const { status, note } = await postWebhook(
      new URL(webhook.address),
      { headers, body },
      settings.WEBHOOK_ALLOW_PRIVATE_ADDRESSES,
    )
    const columns = { status_code: status }
    if (status >= 200 && status < 300) return { state: 'sent', note, columns }
    if (status !== GONE) return { state: 'again', note, columns }
    await switchOff(db, delivery)
    return { state: 'failed', note: `${note} The webhook has been switched off.`, columns }
  } catch (error) {
    const { message } = error as Error
    log.warn({ deliveryId: delivery.id, attempts: delivery.attempts }, 'a webhook had no answer')
    const columns = { status_code: null }
    const state = error instanceof PrivateAddressError ? 'failed' : 'again'
    return { state, note: message, columns }
  }
}

async function readSecrets({ db, settings }: Services, webhookId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_secret')
    .select('secret')
    .where('webhook_id', '=', webhookId)
    .where((row) => row.or([row('ends', 'is', null), row('ends', '>', sql<Date>`now()`)]))
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap(({ secret }) => openSecret(secret, settings) ?? [])
}

async function switchOff(db: Services['db'], { webhook_id, uuid }: DeliveryRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('webhook')
      .set({ is_active: false })
      .where('id', '=', webhook_id)
      .where('is_active', '=', true)
      .returning('version')
      .executeTakeFirst()
    if (!changed) return
    await audit(
      tx,
      { source: '', requestId: `webhook-${uuid}` },
      {
        actor: SYSTEM,
        action: 'record.changed',
        subjectType: 'webhook',
        subjectId: webhook_id,
        patientId: null,
        change: { fields: ['is_active'], version: changed.version },
      },
    )
  })
}

const KEPT_DAYS = 30
/** Those that failed wait for staff, but not for ever. */
const FAILED_DAYS = 90

export async function removeOldDeliveries(db: Executor): Promise<void> {
  await db
    .deleteFrom('webhook_delivery')
    .where('state', 'in', ['sent', 'dropped', 'failed', 'unknown'])
    .where(
      'occurred',
      '<',
      sql<Date>`now() - make_interval(days =>
        case when state in ('failed', 'unknown') then ${FAILED_DAYS}::integer else ${KEPT_DAYS}::integer end)`,
    )
    .execute()
}
