import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { seal, unseal } from '../identity/sealed.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import type { Settings } from '../settings.ts'

const OVERLAP_HOURS = 24

type Key = Pick<Settings, 'SECRETS_KEY'>

const isOpen = (kept: string) => kept.startsWith('whsec_')

export const openSecret = (kept: string, { SECRETS_KEY: key }: Key): string | undefined =>
  isOpen(kept) ? kept : key && unseal(kept, key)

export async function sealOpenSecrets(db: Executor, { SECRETS_KEY: key }: Key): Promise<void> {
  if (key === undefined) return
  const rows = await db.selectFrom('webhook_secret').select(['id', 'secret']).execute()
  for (const { id, secret } of rows.filter(({ secret }) => isOpen(secret))) {
    const values = { secret: seal(secret, key) }
    await db.updateTable('webhook_secret').set(values).where('id', '=', id).execute()
  }
}

/**
 * The present one signs as well for a while, so that nothing is lost. The database has it sealed.
 * @throws Refusal `not_found`; `conflict` where the installation has no key.
 */
export async function makeWebhookSecret(
  call: SignedInCall,
  id: number,
): Promise<{ secret: string; made: string }> {
  const { SECRETS_KEY: key } = call.services.settings
  if (key === undefined) {
    throw new Refusal(
      'conflict',
      'Secrets cannot be made yet: set SECRETS_KEY in the settings of this installation first.',
    )
  }
  return await call.services.db.transaction().execute(async (tx) => {
    const webhook = tx.selectFrom('webhook').select('id').where('id', '=', id)
    if (!(await webhook.forNoKeyUpdate().executeTakeFirst())) throw notFound('This webhook')
    await tx
      .deleteFrom('webhook_secret')
      .where('webhook_id', '=', id)
      .where('ends', '<', sql<Date>`now()`)
      .execute()
    await tx
      .updateTable('webhook_secret')
      .set({ ends: sql<Date>`now() + make_interval(hours => ${OVERLAP_HOURS})` })
      .where('webhook_id', '=', id)
      .where('ends', 'is', null)
      .execute()
    const secret = newWebhookSecret()
    const { made } = await tx
      .insertInto('webhook_secret')
      .values({ webhook_id: id, secret: seal(secret, key) })
      .returning('made')
      .executeTakeFirstOrThrow()
    await auditByViewer(tx, call, {
      action: 'webhook.secret_made',
      subjectType: 'webhook',
      subjectId: id,
      patientId: null,
    })
    return { secret, made: made.toISOString() }
  })
}

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
