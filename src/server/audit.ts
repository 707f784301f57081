import type { ActorRole } from '#lib/contract/audit.ts'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { AuditSubject } from '#lib/contract/audit-subjects.ts'
import type { Executor } from './database/connection.ts'
import type { JsonObject } from './database/types.ts'
import type { Call } from './http/implement.ts'
import type { SignedIn } from './identity/sessions.ts'

export type AuditActor = {
  id: number | null
  role: ActorRole
}

export const actorOf = ({ personId, isStaff }: Pick<SignedIn, 'personId' | 'isStaff'>) =>
  ({ id: personId, role: isStaff ? 'staff' : 'patient' }) satisfies AuditActor

export type AuditEntry = {
  actor: AuditActor
  action: AuditAction
  subjectType: AuditSubject
  subjectId: number
  patientId: number | null
  /** For readings that name several people. */
  patientIds?: readonly number[]
  /** Names of changed fields, or values that are not personal. */
  change?: JsonObject
}

/** Append-only; call it in the transaction of the change. */
export async function audit(
  executor: Executor,
  call: Pick<Call, 'source' | 'requestId'>,
  entry: AuditEntry,
): Promise<void> {
  await executor
    .insertInto('audit_event')
    .values({
      actor_id: entry.actor.id,
      actor_role: entry.actor.role,
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      patient_id: entry.patientId,
      patient_ids: entry.patientIds ? [...entry.patientIds] : null,
      change: JSON.stringify(entry.change ?? {}),
      source: call.source,
      request_id: call.requestId,
    })
    .execute()
}
