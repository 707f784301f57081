import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import { invalid } from '../refusals/refusal.ts'

type Giving = {
  by: number
  reason?: string
  replaces?: number
  field?: 'outcome_id' | 'outcome_ids'
}

/**
 * Keeps their current version. `write_outcome_message` notifies the patient where there is a
 * letter.
 * @throws Refusal `invalid` for one that the type does not offer.
 */
export async function giveOutcomes(
  tx: Executor,
  appointment: { id: number; appointment_type_id: number },
  outcomeIds: readonly number[],
  { by, reason = '', replaces, field = 'outcome_ids' }: Giving,
): Promise<void> {
  const requested = new Set(outcomeIds)
  if (requested.size === 0) return
  // Locks them, so that nobody edits or archives one.
  const { rows } = await sql<{ appointment_outcome_id: number }>`
    insert into appointment_outcome_given
      (appointment_id, appointment_outcome_id, edition, subversion, given_by, reason, replaces)
    select ${appointment.id}::integer, outcome.id, outcome.edition, outcome.subversion,
      ${by}::integer, ${reason}, ${replaces ?? null}::integer
    from appointment_outcome as outcome
      join appointment_type_outcome as offered on offered.appointment_outcome_id = outcome.id
    where offered.appointment_type_id = ${appointment.appointment_type_id}
      and outcome.id = any(${[...requested]}::integer[]) and not outcome.archived
    for share of outcome
    returning appointment_outcome_id`.execute(tx)
  const given = new Set(rows.map((row) => row.appointment_outcome_id))
  const refused = [...requested].filter((id) => !given.has(id))
  if (refused.length > 0) throw invalid({ [field]: [await notOffered(tx, refused)] })
}

async function notOffered(tx: Executor, ids: readonly number[]): Promise<string> {
  const known = await tx
    .selectFrom('appointment_outcome')
    .select('name')
    .where('id', 'in', ids)
    .orderBy(inNameOrder('name'))
    .execute()
  const names = known.map(({ name }) => name).join(', ')
  return `Choose outcomes that this type of appointment offers${names && `. Not offered: ${names}`}`
}

export async function endOutcomes(
  tx: Executor,
  appointmentId: number,
  { by, reason }: { by: number; reason: string },
): Promise<number[]> {
  const ended = await tx
    .updateTable('appointment_outcome_given')
    .set({ ended: sql<Date>`now()`, ended_by: by, withdrawn_reason: reason })
    .where('appointment_id', '=', appointmentId)
    .where('ended', 'is', null)
    .returning('appointment_outcome_id')
    .execute()
  return ended.map(({ appointment_outcome_id }) => appointment_outcome_id).toSorted((a, b) => a - b)
}
