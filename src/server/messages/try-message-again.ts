import type { MessageListRow } from '#lib/contract/admin/messages.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import { isEndedUnsent, tryRowAgain } from '../jobs/outbox/outbox-rows.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { listMessages, presentMessage } from './message-store.ts'

/**
 * Lets a message that failed, or may not have been sent, be tried at once; the job looks first whether it still applies.
 * @throws Refusal `not_found`; `conflict` for another.
 */
export async function tryMessageAgain(call: SignedInCall, id: number): Promise<MessageListRow> {
  return await call.services.db.transaction().execute(async (tx) => {
    const message = listMessages(tx, call).where('message.id', '=', id)
    const before = await message
      .forUpdate('message')
      .executeTakeFirstOrThrow(() => notFound('This message'))
    if (!isEndedUnsent(before.state)) {
      throw new Refusal('conflict', 'You can only try again if a message failed.')
    }
    await tryRowAgain(tx, 'message', id)
    await auditByViewer(tx, call, {
      action: 'message.retried',
      subjectType: 'message',
      subjectId: id,
      patientId: before.patient_id,
    })
    return presentMessage(await message.executeTakeFirstOrThrow())
  })
}
