import type { SubmittedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Call } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import { auditForm } from './audit-form.ts'
import { findSubmittedForm } from './find-form.ts'
import { checkMayForm, type FindViewer, withViewer } from './form-viewer.ts'
import { presentSubmittedForm } from './present-form.ts'

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
