import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import { notFound } from '../refusals/refusal.ts'
import {
  type SavedFormRow,
  type SubmittedFormRow,
  savedFormRows,
  submittedFormRows,
} from './form-rows.ts'
import type { FormViewer } from './form-viewer.ts'

type Kind = 'patient' | 'clinician'

/** Another person's form is not found, as one that does not exist. @throws Refusal `not_found`. */
export async function findSavedForm(
  executor: Executor,
  viewer: FormViewer,
  kind: Kind,
  id: number,
): Promise<SavedFormRow> {
  return await savedFormRows(executor, viewer)
    .where('saved_form.id', '=', id)
    .where('saved_form.kind', '=', kind)
    .executeTakeFirstOrThrow(() => notFound('This form'))
}

/**
 * Locks it first, so that who comes second finds what the first one saved. Who only reads shares the
 * lock: the answers that are read next are those of its revision.
 */
export async function lockSavedForm(
  tx: Executor,
  viewer: FormViewer,
  kind: Kind,
  id: number,
  strength: 'forUpdate' | 'forShare' = 'forUpdate',
): Promise<SavedFormRow> {
  await tx.selectFrom('saved_form').select('id').where('id', '=', id)[strength]().execute()
  return await findSavedForm(tx, viewer, kind, id)
}

export async function findSubmittedForm(
  executor: Executor,
  viewer: FormViewer,
  id: number,
): Promise<SubmittedFormRow> {
  return await submittedFormRows(executor, viewer)
    .where('submitted_form.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This form'))
}

export const latestSubmitted = (executor: Executor, viewer: FormViewer, savedFormId: number) =>
  submittedFormRows(executor, viewer)
    .where('saved_form.id', '=', savedFormId)
    .where('amendment.id', 'is', null)
    .executeTakeFirst()

type AppointmentOfForm = {
  id: number
  patient_id: number
  staff_id: number
  status: string
  starts_at: Date
  appointment_type_id: number
}

/** Shares a lock, so that it is not cancelled meanwhile. @throws Refusal `not_found`. */
export async function appointmentOfForm(
  tx: Executor,
  viewer: FormViewer,
  id: number,
): Promise<AppointmentOfForm> {
  const row = await tx
    .selectFrom('appointment')
    .select(['id', 'patient_id', 'staff_id', 'status', 'starts_at', 'appointment_type_id'])
    .where('id', '=', id)
    .where('status', '<>', sql.lit('held'))
    .where(viewer.sees)
    .forShare()
    .executeTakeFirst()
  if (!row || row.patient_id === null) throw notFound('This appointment')
  return { ...row, patient_id: row.patient_id }
}
