import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { newToken, tokenHash } from '../identity/token.ts'
import { notFound } from '../refusals/refusal.ts'
import { type MessageRow, sentTo } from './message-rows.ts'

/** Each try has its own, and all of them work: an earlier one may have arrived. */
export async function issueStopCode(tx: Executor, { id }: Pick<MessageRow, 'id'>): Promise<string> {
  const code = newToken()
  await tx
    .insertInto('reminder_stop')
    .values({ token_hash: tokenHash(code), message_id: id })
    .execute()
  return code
}

/**
 * For the patient of the reminder, while its address is theirs: after a merge it may have been sent
 * to somebody else.
 * @throws Refusal `not_found`.
 */
export async function stopReminders(call: Call, code: string): Promise<void> {
  await call.services.db.transaction().execute(async (tx) => {
    const patient = await tx
      .selectFrom('reminder_stop')
      .innerJoin('message', 'message.id', 'reminder_stop.message_id')
      .innerJoin('person', 'person.id', 'message.patient_id')
      .where('token_hash', '=', tokenHash(code))
      .select(['person.id', 'person.reminders', 'person.email', 'person.mobile'])
      .select(['message.channel', 'message.recipient'])
      .forNoKeyUpdate('person')
      .executeTakeFirstOrThrow(() => notFound('This link'))
    const { sent_to } = sentTo(patient, {
      patient_email: patient.email,
      patient_mobile: patient.mobile,
    })
    if (sent_to !== patient.recipient) throw notFound('This link')
    if (patient.reminders === 'none') return
    await tx.updateTable('person').set({ reminders: 'none' }).where('id', '=', patient.id).execute()
    await audit(tx, call, {
      // The link was sent to the patient, who may have passed it on.
      actor: { id: null, role: 'visitor' },
      action: 'message.reminders_stopped',
      subjectType: 'person',
      subjectId: patient.id,
      patientId: patient.id,
    })
  })
}
