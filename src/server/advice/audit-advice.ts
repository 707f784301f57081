import type { AuditAction } from '#lib/contract/audit-actions.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { AdviceRow } from './advice-rows.ts'

/** It names the fields that changed, never the text. */
export const auditAdvice = (
  tx: Executor,
  call: SignedInCall,
  action: Extract<AuditAction, `advice.${string}`>,
  { id, patient_id, version }: Pick<AdviceRow, 'id' | 'patient_id' | 'version'>,
  fields: readonly string[] = [],
): Promise<void> =>
  auditByViewer(tx, call, {
    action,
    subjectType: 'patient_advice',
    subjectId: id,
    patientId: patient_id,
    change: { version, ...(fields.length > 0 && { fields: [...fields] }) },
  })
