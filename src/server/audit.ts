import type { Executor } from './database/connection.ts'
import type { Json } from './database/types.ts'
import type { Call } from './http/implement.ts'
import type { SignedIn } from './identity/sessions.ts'

type AuditActor = {
  id: number | null
  role: 'system' | 'visitor' | 'guest' | 'patient' | 'staff'
}

/** Whoever is signed in, as the trail names them. */
export const actorOf = ({ personId, isStaff }: Pick<SignedIn, 'personId' | 'isStaff'>) =>
  ({ id: personId, role: isStaff ? 'staff' : 'patient' }) satisfies AuditActor

export type AuditEntry = {
  actor: AuditActor
  /** Subject and fact, such as `appointment.cancelled`. */
  action: string
  subjectType: 'person' | 'appointment'
  subjectId: number
  patientId: number | null
  /** Names of changed fields, or values that are not personal. */
  change?: Json
}

/** Writes to the append-only trail; call it in the transaction of the change it records. */
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
      change: JSON.stringify(entry.change ?? {}),
      source: call.source,
      request_id: call.requestId,
    })
    .execute()
}
