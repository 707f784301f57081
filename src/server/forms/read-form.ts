import type { SavedForm, SubmittedForm } from '#lib/contract/forms/filled-forms.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import { auditForm, auditSavedForm } from './audit-form.ts'
import { findSubmittedForm, lockSavedForm } from './find-form.ts'
import { type SavedFormRow, savedFormRows } from './form-rows.ts'
import { checkMayForm, type FindViewer, type FormViewer, withViewer } from './form-viewer.ts'
import { presentSavedForm, presentSubmittedForm } from './present-form.ts'
import { keyOfFile } from './stored-form-files.ts'

/** Without answers once it was submitted. @throws Refusal `not_found`, `not_allowed`. */
export async function readSavedForm(
  call: Call,
  findViewer: FindViewer,
  id: number,
): Promise<SavedForm> {
  return await withViewer(call, findViewer, async (tx, viewer) => {
    const row = await lockSavedForm(tx, viewer, 'patient', id, 'forShare')
    checkMayForm(viewer, 'savedForm.see', row.staff_id)
    await auditSavedForm(tx, call, viewer, row, 'form.read')
    return await presentSavedForm(tx, row, { call, viewer })
  })
}

export async function readSubmittedForm(
  call: Call,
  findViewer: FindViewer,
  id: number,
): Promise<SubmittedForm> {
  return await withViewer(call, findViewer, async (tx, viewer) => {
    const row = await findSubmittedForm(tx, viewer, id)
    const action = row.kind === 'clinician' ? 'clinicianForm.see' : 'submittedForm.see'
    if (row.kind === 'clinician' && !viewer.staff) throw notFound('This form')
    checkMayForm(viewer, action, row.staff_id)
    await auditForm(tx, call, viewer, {
      action: 'form.read',
      subjectType: 'submitted_form',
      subjectId: id,
      row,
    })
    return await presentSubmittedForm(tx, row, { call, viewer })
  })
}

/** For who may read its form. @throws Refusal `not_found`, `not_allowed`, `unavailable`. */
export async function readFormFile(
  call: Call,
  findViewer: FindViewer,
  id: string,
): Promise<FileAnswer> {
  const { name, type } = await withViewer(call, findViewer, async (tx, viewer) => {
    const file = await tx
      .selectFrom('form_file')
      .select(['name', 'type', 'saved_form_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('This file'))
    const row = await formOfFile(tx, viewer, file.saved_form_id)
    await auditSavedForm(tx, call, viewer, row, 'form.file_read', { file: id })
    return file
  })
  const stored = await call.services.files.read(keyOfFile(id))
  if (!stored) throw notFound('This file')
  return { name, type, content: stored.content }
}

async function formOfFile(tx: Executor, viewer: FormViewer, id: number): Promise<SavedFormRow> {
  const row = await savedFormRows(tx, viewer).where('saved_form.id', '=', id).executeTakeFirst()
  if (!row || (row.kind === 'clinician' && !viewer.staff)) throw notFound('This file')
  const ofPatient = row.submitted_form_id === null ? 'savedForm.see' : 'submittedForm.see'
  checkMayForm(viewer, row.kind === 'clinician' ? 'clinicianForm.see' : ofPatient, row.staff_id)
  return row
}
