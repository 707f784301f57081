import { sql } from 'kysely'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import { invalid } from '../refusals/refusal.ts'

const CHANGES = ['booked', 'rescheduled', 'cancelled', 'did_not_attend']

/**
 * Runs after the change, in its transaction: a message that this transaction wrote is withheld, or
 * says what staff add. A sentence also joins an earlier message that waits, because that one will
 * tell of both changes. `write_messages` wrote that message.
 * @returns what the trail adds.
 * @throws Refusal `invalid` for a sentence that no message takes to the patient.
 */
export async function notifyPatient(
  tx: Executor,
  appointmentIds: readonly number[],
  { tell_patient, message: sentence }: NotifyPatient,
): Promise<JsonObject> {
  if (!tell_patient) {
    if (sentence !== '') throw notNotified()
    await tx
      .updateTable('message')
      .set({ state: 'dropped', withheld: true, note: 'Staff chose not to tell the patient.' })
      .where('appointment_id', 'in', appointmentIds)
      .where('state', '=', 'waiting')
      .where('created', '=', sql<Date>`now()`)
      .execute()
    return UNTOLD
  }
  if (sentence === '') return {}
  const { numUpdatedRows } = await tx
    .updateTable('message')
    .set({
      sentence: sql<string>`case
        when right(e'\n\n' || sentence, length(${sentence}) + 2) = e'\n\n' || ${sentence}
        then sentence else concat_ws(e'\n\n', nullif(sentence, ''), ${sentence}::text) end`,
    })
    .where('id', 'in', (from) =>
      from
        .selectFrom('message')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('appointment_id', 'in', appointmentIds)
        .where('event', 'in', CHANGES)
        .groupBy('appointment_id'),
    )
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) < appointmentIds.length) throw notNotified()
  return {}
}

export const UNTOLD = { patient_told: false } as const

export const notNotified = () =>
  invalid({ message: ['We do not tell patients about this change, so remove your message.'] })
