import { setTimeout as wait } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { TEST_EVENT } from '#lib/contract/webhook-events.ts'
import { audit } from '../audit/audit.ts'
import type { DB } from '../database/types.ts'
import type { TryResult } from '../jobs/outbox/outbox-rows.ts'
import { runOutbox } from '../jobs/outbox/run-outbox.ts'
import { SYSTEM } from '../retention/retention-call.ts'
import type { Services } from '../services.ts'
import { postWebhook } from './post-webhook.ts'
import { PrivateAddressError } from './public-address.ts'
import { webhookHeaders } from './sign-webhook.ts'
import { openSecret } from './webhook-secret.ts'

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
