import { type InferResult, sql } from 'kysely'
import type { WebhookDelivery } from '#lib/contract/admin/webhook-deliveries.ts'
import type { Columns, Rows, StoreParts } from '../admin/store.ts'
import type { Executor } from '../database/connection.ts'
import { byOutboxState } from '../jobs/outbox/by-outbox-state.ts'

export const listDeliveries = (executor: Executor) =>
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

export function presentDelivery(row: Row): WebhookDelivery {
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
