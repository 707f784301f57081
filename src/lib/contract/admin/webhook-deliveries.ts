import { z } from 'zod'
import { id, idText, instant, period } from '../fields.ts'
import { MessageState } from '../messages.ts'
import { operation } from '../operation.ts'
import { deliveredEvents } from '../webhook-events.ts'
import { adminResource } from './admin-resource.ts'

export const WebhookDelivery = z.object({
  id,
  uuid: z.uuid(),
  webhook_id: id,
  webhook_name: z.string(),
  event: z.enum(deliveredEvents),
  occurred: instant,
  state: MessageState,
  attempts: z.int().nonnegative(),
  /** Is null where no further try is made. */
  due: instant.nullable(),
  sent: instant.nullable(),
  status_code: z.int().nullable(),
  note: z.string(),
  appointment_id: id.nullable(),
  vaccination_id: id.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** Events write deliveries, and a job sends them (docs/decisions/0085). */
export const webhookDeliveries = adminResource({
  name: 'webhook delivery',
  many: 'webhook deliveries',
  screen: 'webhook-deliveries',
  path: 'webhookdeliveries',
  readOnly: true,
  entity: WebhookDelivery,
  write: z.strictObject({}),
  labels: {
    uuid: 'webhook-id',
    webhook_id: 'Webhook',
    webhook_name: 'Webhook',
    event: 'Event',
    occurred: 'Happened',
    state: 'State',
    attempts: 'Tries',
    due: 'Next try',
    sent: 'Sent',
    status_code: 'Answer',
    note: 'Reason',
    appointment_id: 'Appointment number',
    vaccination_id: 'Vaccination number',
  },
  namedBy: 'webhook_name',
  references: {},
  searchable: ['uuid', 'webhook_name'],
  orderable: ['occurred'],
  defaultOrder: 'occurred',
  filters: {
    webhook_id: idText.optional(),
    state: MessageState.optional(),
    event: z.enum(deliveredEvents).optional(),
    ...period('occurred'),
  },
  model: 'clinic.webhook',
  audit: 'webhook_delivery',
})

export const deliveryRetryOperations = {
  'POST admin/webhookdeliveries/{id}/try-again/': operation({
    summary: 'Try to send a delivery again that failed',
    audience: 'admin',
    permission: 'clinic.change_webhook',
    params: z.strictObject({ id: idText }),
    status: 200,
    response: WebhookDelivery,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict'],
  }),
}
