import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import type { DuePage } from './due-pages.ts'
import type { RetentionLimits } from './retention-limits.ts'

export type DueSavedForm = { id: number; appointment_id: number; patient_id: number; saved: Date }

const BATCH = 200

export async function dueSavedFormsAfter(
  executor: Executor,
  limits: RetentionLimits,
  id: number,
): Promise<DuePage<DueSavedForm>> {
  const rows = await dueSavedForms(executor, limits, sql`saved_form.id > ${id}`)
  return { rows, next: rows.at(-1)?.id ?? null }
}

export const isSavedFormDue = async (executor: Executor, limits: RetentionLimits, id: number) =>
  (await dueSavedForms(executor, limits, sql`saved_form.id = ${id}`)).length > 0

/** Forms of patients that were never submitted, and whose appointment is over or cancelled. */
async function dueSavedForms(
  executor: Executor,
  { savedForms, now }: RetentionLimits,
  which: RawBuilder<unknown>,
): Promise<DueSavedForm[]> {
  if (!savedForms) return []
  const { rows } = await sql<DueSavedForm>`
    select saved_form.id, appointment_id, patient_id, saved
    from saved_form join appointment on appointment.id = appointment_id
    where ${which} and kind = 'patient' and answers is not null and saved < ${savedForms}
      and (status = 'cancelled' or ends_at <= ${now})
      and not exists (select from submitted_form where saved_form_id = saved_form.id)
    order by saved_form.id limit ${BATCH}`.execute(executor)
  return rows
}
