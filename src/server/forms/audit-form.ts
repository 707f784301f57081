import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { AuditSubject } from '#lib/contract/audit-subjects.ts'
import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import type { Call } from '../http/implement.ts'
import type { SavedFormRow } from './form-rows.ts'
import type { FormViewer } from './form-viewer.ts'

export async function auditForm(
  tx: Executor,
  call: Call,
  { actor }: FormViewer,
  entry: {
    action: AuditAction
    subjectType: AuditSubject
    subjectId: number
    row: { patient_id: number; eform_name: string; edition: number; subversion: number }
    change?: JsonObject
  },
): Promise<void> {
  const { row, change, ...rest } = entry
  await audit(tx, call, {
    ...rest,
    actor,
    patientId: row.patient_id,
    change: { form: `${row.eform_name} ${row.edition}.${row.subversion}`, ...change },
  })
}

export const auditSavedForm = (
  tx: Executor,
  call: Call,
  viewer: FormViewer,
  row: SavedFormRow,
  action: AuditAction,
  change?: JsonObject,
) =>
  auditForm(tx, call, viewer, {
    action,
    subjectType: row.kind === 'clinician' ? 'clinician_form' : 'saved_form',
    subjectId: row.id,
    row,
    ...(change && { change }),
  })
