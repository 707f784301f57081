import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#lib/dates/format-date-time.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { keyOfFile } from '../forms/stored-form-files.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { retentionCall, SYSTEM } from './retention-call.ts'

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

export type DuePage<Due> = { rows: Due[]; next: number | null }

export const LAST_PAGE = { rows: [], next: null }

export async function* inPages<Due>(
  pageAfter: (id: number) => Promise<DuePage<Due>>,
): AsyncGenerator<Due> {
  for (let after: number | null = 0; after !== null; ) {
    const { rows, next }: DuePage<Due> = await pageAfter(after)
    yield* rows
    after = next
  }
}

type RetentionSettings = Pick<
  Settings,
  'CLINIC_TIME_ZONE' | 'GUEST_RETENTION_DAYS' | 'SAVED_FORM_RETENTION_DAYS'
>

export type RetentionLimits = { now: Date; guests: Date | null; savedForms: Date | null }

/** So many whole days of the clinic lie between the day of a last change and its removal. */
export function retentionLimits(settings: RetentionSettings, now: number): RetentionLimits {
  const zone = settings.CLINIC_TIME_ZONE
  const startBefore = (days: number | undefined) =>
    days === undefined ? null : new Date(startOfDay(addDays(toClinicDate(now, zone), -days), zone))
  return {
    now: new Date(now),
    guests: startBefore(settings.GUEST_RETENTION_DAYS),
    savedForms: startBefore(settings.SAVED_FORM_RETENTION_DAYS),
  }
}

/**
 * Deletes answers that were never submitted, with their files. The database refuses to delete a
 * form that was submitted.
 */
export async function deleteSavedForm(
  tx: Executor,
  { files }: Pick<Services, 'files'>,
  form: Pick<DueSavedForm, 'id' | 'appointment_id' | 'patient_id'>,
  runId: string,
): Promise<void> {
  const sent = await tx
    .deleteFrom('form_file')
    .where('saved_form_id', '=', form.id)
    .returning('id')
    .execute()
  await tx.deleteFrom('saved_form').where('id', '=', form.id).execute()
  await audit(tx, retentionCall(runId), {
    actor: SYSTEM,
    action: 'form.draft_deleted',
    subjectType: 'saved_form',
    subjectId: form.id,
    patientId: form.patient_id,
    change: { appointment: form.appointment_id, files: sent.length },
  })
  // If this fails, the rows stay and the next run tries again.
  for (const { id } of sent) await files.remove(keyOfFile(id))
}
