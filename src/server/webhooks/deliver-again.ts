import { sql } from 'kysely'
import type { WebhookDelivery } from '#lib/contract/admin/webhook-deliveries.ts'
import { TEST_EVENT } from '#lib/contract/webhook-events.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import { isEndedUnsent, tryRowAgain } from '../jobs/outbox/outbox-rows.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { listDeliveries, presentDelivery } from './delivery-store.ts'

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
