import type { Handlers } from '../http/implement.ts'
import { deliverAgain, sendTest } from './delivery-store.ts'
import { makeWebhookSecret } from './webhook-secret.ts'

export const webhookRoutes = {
  'POST admin/webhooks/{id}/secret/': ({ params }, call) => makeWebhookSecret(call, params.id),
  'POST admin/webhooks/{id}/test/': ({ params }, call) => sendTest(call, params.id),
  'POST admin/webhookdeliveries/{id}/try-again/': ({ params }, call) =>
    deliverAgain(call, params.id),
} satisfies Handlers
