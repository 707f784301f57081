import { type InferResult, sql } from 'kysely'
import type { WebhookDelivery } from '#lib/contract/admin/webhook-deliveries.ts'
import { TEST_EVENT } from '#lib/contract/webhook-events.ts'
import type { Columns, Rows, StoreParts } from '../admin/store.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { byOutboxState, isEndedUnsent, tryRowAgain } from '../jobs/outbox.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'

const listDeliveries = (executor: Executor) =>
  executor
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.webhook_id', 'webhook.name as webhook_name'])
    .select(['delivery.event', 'delivery.occurred', 'delivery.state', 'delivery.attempts'])
    .select(['delivery.due', 'delivery.sent', 'delivery.status_code', 'delivery.note'])
    .select([
      sql<string>`delivery.uuid::text`.as('uuid'),
      sql<number | null>`(delivery.data->>'appointment_id')::integer`.as('appointment_id'),
      sql<number | null>`(delivery.data->>'vaccination_id')::integer`.as('vaccination_id'),
    ])

type Row = InferResult<ReturnType<typeof listDeliveries>>[number]

function presentDelivery(row: Row): WebhookDelivery {
  const state = row.state === 'sending' ? 'waiting' : (row.state as WebhookDelivery['state'])
  return {
    id: row.id,
    uuid: row.uuid,
    webhook_id: row.webhook_id,
    webhook_name: row.webhook_name,
    event: row.event as WebhookDelivery['event'],
    occurred: row.occurred.toISOString(),
    state,
    attempts: row.attempts,
    due: state === 'waiting' ? row.due.toISOString() : null,
    sent: row.sent?.toISOString() ?? null,
    status_code: row.status_code,
    note: state === 'sent' ? '' : row.note,
    appointment_id: row.appointment_id,
    vaccination_id: row.vaccination_id,
  }
}

export const deliveryStore: StoreParts = {
  table: 'webhook_delivery',
  read: {
    rows: (executor) => listDeliveries(executor) as Rows,
    present: (row) => presentDelivery(row as unknown as Row) as unknown as Columns,
  },
  list: { isLong: true, filters: { state: byOutboxState } },
}

export async function deliverAgain(call: SignedInCall, id: number): Promise<WebhookDelivery> {
  return await call.services.db.transaction().execute(async (tx) => {
    const delivery = listDeliveries(tx).select('is_active').where('delivery.id', '=', id)
    const before = await delivery
      .forUpdate('delivery')
      .executeTakeFirstOrThrow(() => notFound('This delivery'))
    if (!isEndedUnsent(before.state)) {
      throw new Refusal('conflict', 'You can only try again if a delivery failed.')
    }
    if (!before.is_active && before.event !== TEST_EVENT) {
      throw new Refusal('conflict', 'Switch the webhook on first.')
    }
    await tryRowAgain(tx, 'webhook_delivery', id)
    await auditByViewer(tx, call, {
      action: 'webhook.retried',
      subjectType: 'webhook_delivery',
      subjectId: id,
      patientId: null,
    })
    return presentDelivery(await delivery.executeTakeFirstOrThrow())
  })
}

export async function sendTest(call: SignedInCall, webhookId: number): Promise<WebhookDelivery> {
  return await call.services.db.transaction().execute(async (tx) => {
    const webhook = await tx
      .selectFrom('webhook')
      .select('id')
      .select(
        sql<boolean>`exists (select from webhook_secret where webhook_id = webhook.id)`.as(
          'has_secret',
        ),
      )
      .where('id', '=', webhookId)
      .forKeyShare()
      .executeTakeFirstOrThrow(() => notFound('This webhook'))
    if (!webhook.has_secret) throw new Refusal('conflict', 'Make the signing secret first.')
    const { id } = await tx
      .insertInto('webhook_delivery')
      .values({ webhook_id: webhookId, event: TEST_EVENT, data: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await auditByViewer(tx, call, {
      action: 'webhook.tested',
      subjectType: 'webhook',
      subjectId: webhookId,
      patientId: null,
    })
    const written = listDeliveries(tx).where('delivery.id', '=', id)
    return presentDelivery(await written.executeTakeFirstOrThrow())
  })
}
