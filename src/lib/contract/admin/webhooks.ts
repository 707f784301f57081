import { z } from 'zod'
import { booleanText, id, idText, instant, line, url, version } from '../fields.ts'
import { operation } from '../operation.ts'
import { webhookEvents } from '../webhook-events.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, stated } from './bulk.ts'
import { WebhookDelivery } from './webhook-deliveries.ts'

const LONGEST_ADDRESS = 500

const isPlain = (text: string) => {
  const address = URL.parse(text)
  return address !== null && !address.username && !address.password && !address.hash
}

/** The server also refuses `http` and private addresses, unless a setting allows them. */
const webhookAddress = line(LONGEST_ADDRESS)
  .min(1, 'Enter an address')
  .refine((text) => /^https?:\/\//i.test(text) && isPlain(text), {
    error: 'Enter an address such as https://example.org/webhooks, without a user name or #',
    abort: true,
  })

const events = z
  .array(z.enum(webhookEvents))
  .min(1, 'Choose at least one event')
  .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each event once')

const Webhook = z.object({
  id,
  url,
  version,
  name: line(200),
  address: z.string(),
  events: z.array(z.enum(webhookEvents)),
  is_active: z.boolean(),
  /** It is null before a secret was made, when nothing is sent. */
  secret_made: instant.nullable(),
})

export const webhookRecords = adminResource({
  name: 'webhook',
  many: 'webhooks',
  screen: 'webhooks',
  path: 'webhooks',
  entity: Webhook,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    address: webhookAddress,
    events,
    is_active: z.boolean().default(true),
  }),
  labels: {
    name: 'Name',
    address: 'Address',
    events: 'Events',
    is_active: 'Switched on',
    secret_made: 'Signing secret made',
  },
  namedBy: 'name',
  searchable: ['name', 'address'],
  orderable: ['name', 'address'],
  defaultOrder: 'name',
  filters: { is_active: booleanText.optional() },
  references: {},
  freshSignIn: 'for access',
  model: 'clinic.webhook',
  audit: 'webhook',
  bulk: {
    send: stated('is_active', ['Switch on', 'switched on'], true),
    silence: stated('is_active', ['Switch off', 'switched off'], false),
    ...deleting,
  },
})

const ofWebhook = z.strictObject({ id: idText })

export const webhookOperations = {
  'POST admin/webhooks/{id}/secret/': operation({
    summary:
      'Make the secret that signs deliveries of a webhook. The answer alone has it. One from before signs as well for 24 hours',
    audience: 'admin',
    permission: 'clinic.change_webhook',
    params: ofWebhook,
    freshSignIn: true,
    status: 200,
    response: z.object({
      /** Standard Webhooks writes it as `whsec_` and 32 bytes in base64. */
      secret: z.string(),
      made: instant,
    }),
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict'],
  }),
  'POST admin/webhooks/{id}/test/': operation({
    summary: 'Send a test to a webhook, also while it is switched off. It needs a secret',
    audience: 'admin',
    permission: 'clinic.change_webhook',
    params: ofWebhook,
    status: 200,
    response: WebhookDelivery,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict'],
  }),
}
