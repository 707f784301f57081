import { z } from 'zod'
import { deliveredEvents, webhookPayload } from '#lib/contract/webhook-events.ts'
import { webhookEventLabels } from '#lib/webhooks/webhook-event-labels.ts'

type DescribedWebhook = {
  operationId: string
  summary: string
  security: never[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody: object
  responses: Record<string, { description: string }>
}

const header = (name: string, format: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string', description: format },
})

const headers = [
  header('webhook-id', 'The same with each try'),
  header('webhook-timestamp', 'Of this try, in seconds since 1970'),
  header('webhook-signature', 'Of Standard Webhooks: one v1 for each secret, parted by spaces'),
]

export const describeWebhooks = (): Record<string, { post: DescribedWebhook }> =>
  Object.fromEntries(
    deliveredEvents.map((event) => {
      const { $schema: _, ...schema } = z.toJSONSchema(webhookPayload(event))
      const post: DescribedWebhook = {
        operationId: event.replace(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
        summary: webhookEventLabels[event],
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: {
          '2XX': { description: 'It was received. Anything else is tried again.' },
          '410': { description: 'No more is wanted: the webhook is switched off.' },
        },
      }
      return [event, { post }]
    }),
  )
