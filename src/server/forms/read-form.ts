import type { SavedForm, SubmittedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Call } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import { auditForm, auditSavedForm } from './audit-form.ts'
import { findSubmittedForm, lockSavedForm } from './find-form.ts'
import { checkMayForm, type FindViewer, withViewer } from './form-viewer.ts'
import { presentSavedForm, presentSubmittedForm } from './present-form.ts'

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
