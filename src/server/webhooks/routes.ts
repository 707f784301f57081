import type { Handlers } from '../http/implement.ts'
import { deliveryRoutes } from './delivery-store.ts'
import { makeWebhookSecret } from './webhook-secret.ts'

export const webhookRoutes = {
  'POST admin/webhooks/{id}/secret/': ({ params }, call) => makeWebhookSecret(call, params.id),
  ...deliveryRoutes,
} satisfies Handlers
