import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { AuditSubject } from '#lib/contract/audit-subjects.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { Columns, Row } from './store.ts'

export const findRecordAction = (
  { personal }: AnyAdminResource,
  what: 'created' | 'changed' | 'deleted' | 'exported',
): AuditAction => personal?.trail[what] ?? `record.${what}`

export const toAuditSubject = ({ audit: subject }: AnyAdminResource) => subject as AuditSubject

export function patientOfRecord(
  { personal }: AnyAdminResource,
  row: Columns | undefined,
): number | null {
  return personal && row ? Number(row[personal.patient]) : null
}

export const toAuditedView = ({ personal }: AnyAdminResource, query: Columns): JsonObject =>
  personal ? { filters: Object.keys(query) } : (query as JsonObject)

export async function recordRead(
  executor: Executor,
  call: SignedInCall,
  of: AnyAdminResource,
  row: Row,
): Promise<void> {
  const patientId = patientOfRecord(of, row)
  if (!of.personal || patientId === call.viewer.personId) return
  await auditByViewer(executor, call, {
    action: of.personal.trail.read,
    subjectType: toAuditSubject(of),
    subjectId: row.id,
    patientId,
  })
}
