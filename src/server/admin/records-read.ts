import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { AuditSubject } from '#lib/contract/audit-subjects.ts'
import { actorOf, audit } from '../audit.ts'
import { auditReads } from '../audit-reads.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { Columns, Row } from './store.ts'

/** What the trail calls it that something was done with a record. */
export const actionOf = (
  { personal }: AnyAdminResource,
  what: 'created' | 'changed' | 'deleted' | 'exported',
): AuditAction => personal?.trail[what] ?? `record.${what}`

/** What the trail calls a record of this kind. */
export const subjectOf = ({ audit: subject }: AnyAdminResource) => subject as AuditSubject

/** Whose record it is; null where it is nobody's own. */
export function patientOfRecord(
  { personal }: AnyAdminResource,
  row: Columns | undefined,
): number | null {
  return personal && row ? Number(row[personal.patient]) : null
}

/** What a list was narrowed by, as the trail has it: of people only by what, not for whom. */
export const viewOf = ({ personal }: AnyAdminResource, asked: Columns): JsonObject =>
  personal ? { filters: Object.keys(asked) } : (asked as JsonObject)

/** Notes whose records a list showed; what was searched for is not told. */
export async function listRead(
  call: SignedInCall,
  of: AnyAdminResource,
  { page, ...asked }: Columns,
  rows: readonly Columns[],
): Promise<void> {
  if (!of.personal) return
  await auditReads(call.services.db, call, {
    action: of.personal.trail.listed,
    subjectType: subjectOf(of),
    view: { list: of.path, page, ...viewOf(of, asked) },
    patientIds: rows.map((row) => patientOfRecord(of, row)),
  })
}

/** Notes that somebody read another person's record. */
export async function recordRead(
  call: SignedInCall,
  of: AnyAdminResource,
  row: Row,
): Promise<void> {
  const patientId = patientOfRecord(of, row)
  if (!of.personal || patientId === call.viewer.personId) return
  await audit(call.services.db, call, {
    actor: actorOf(call.viewer),
    action: of.personal.trail.read,
    subjectType: subjectOf(of),
    subjectId: row.id,
    patientId,
  })
}
