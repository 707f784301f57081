import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newWebhookSecret = () => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

type Signed = { id: string; body: string; now: number; secrets: readonly string[] }

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com). Each secret signs, so that a
 * receiver can take a new one at any time.
 * @param signed `now` is epoch milliseconds.
 */
export function webhookHeaders({ id, body, now, secrets }: Signed): Record<string, string> {
  const timestamp = Math.floor(now / 1_000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
