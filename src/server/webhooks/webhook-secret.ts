import { sql } from 'kysely'
import { auditByViewer } from '../audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusal.ts'
import { newWebhookSecret } from './sign-webhook.ts'

const OVERLAP_HOURS = 24

/** The present one signs as well for a while, so that nothing is lost. @throws Refusal `not_found`. */
export async function makeWebhookSecret(
  call: SignedInCall,
  id: number,
): Promise<{ secret: string; made: string }> {
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
      .values({ webhook_id: id, secret })
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
