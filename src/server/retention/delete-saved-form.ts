import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { keyOfFile } from '../forms/stored-form-files.ts'
import type { Services } from '../services.ts'
import type { DueSavedForm } from './due-saved-forms.ts'
import { retentionCall, SYSTEM } from './retention-call.ts'

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
