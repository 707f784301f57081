import { type Insertable, sql } from 'kysely'
import type { ActorRole } from '#lib/contract/audit.ts'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { AuditSubject } from '#lib/contract/audit-subjects.ts'
import { type Executor, sendCompiled } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import type { DB, JsonObject } from '../database/types.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import type { SignedIn } from '../identity/sessions.ts'

export type AuditActor = {
  id: number | null
  role: ActorRole
}

export const toAuditActor = ({ personId, isStaff }: Pick<SignedIn, 'personId' | 'isStaff'>) =>
  ({ id: personId, role: isStaff ? 'staff' : 'patient' }) satisfies AuditActor

export type AuditEntry = {
  actor: AuditActor
  action: AuditAction
  subjectType: AuditSubject
  subjectId: number
  patientId: number | null
  patientIds?: readonly number[]
  /** It has names of changed fields, or values that are not personal. */
  change?: JsonObject
}

type AuditedCall = Pick<Call, 'source' | 'requestId'> & Partial<Pick<Call, 'isUnconditional'>>

/** The trail says that the caller of a change named no version. */
const toChangeColumn = (
  { isUnconditional = false }: AuditedCall,
  { action, change = {} }: Pick<AuditEntry, 'action' | 'change'>,
): JsonObject =>
  isUnconditional && !READINGS.test(action) ? { ...change, without_version: true } : change

const READINGS = /\.(?:read|listed|exported)$/

/**
 * Append-only; call it in the transaction of the change. `audit_event_is_append_only` refuses to
 * change or delete an event.
 */
export async function audit(
  executor: Executor,
  call: AuditedCall,
  entry: AuditEntry,
): Promise<void> {
  const line = {
    actor_id: entry.actor.id,
    actor_role: entry.actor.role,
    action: entry.action,
    subject_type: entry.subjectType,
    subject_id: entry.subjectId,
    patient_id: entry.patientId,
    patient_ids: entry.patientIds ? [...entry.patientIds] : null,
    change: JSON.stringify(toChangeColumn(call, entry)),
    source: call.source,
    request_id: call.requestId,
  }
  await sendCompiled(executor, lineStatement(executor, line))
}

export const auditByViewer = (
  executor: Executor,
  call: SignedInCall,
  entry: Omit<AuditEntry, 'actor'>,
): Promise<void> => audit(executor, call, { ...entry, actor: toAuditActor(call.viewer) })

const lineStatement = fixedStatement((executor, line: Insertable<DB['audit_event']>) =>
  executor.insertInto('audit_event').values({
    actor_id: line.actor_id,
    actor_role: line.actor_role,
    action: line.action,
    subject_type: line.subject_type,
    subject_id: line.subject_id,
    patient_id: line.patient_id,
    patient_ids: line.patient_ids,
    change: line.change,
    source: line.source,
    request_id: line.request_id,
  }),
)

type SharedEntry = Pick<AuditEntry, 'actor' | 'action' | 'subjectType'> & { change: JsonObject }

export const SELECTED_COLUMNS = [
  'actor_id',
  'actor_role',
  'action',
  'subject_type',
  'subject_id',
  'patient_id',
  'change',
  'source',
  'request_id',
] as const

export async function auditEach(
  executor: Executor,
  call: AuditedCall,
  { actor, action, subjectType, change }: SharedEntry,
  subjects: readonly { id: number; patientId: number }[],
): Promise<void> {
  await executor
    .insertInto('audit_event')
    .columns(SELECTED_COLUMNS)
    .expression(
      sql`select ${actor.id}::integer, ${actor.role}, ${action}, ${subjectType}, subject.id,
        subject.patient_id, ${JSON.stringify(toChangeColumn(call, { action, change }))}::jsonb, ${call.source}, ${call.requestId}
      from unnest(${subjects.map(({ id }) => id)}::integer[],
        ${subjects.map(({ patientId }) => patientId)}::integer[]) as subject (id, patient_id)`,
    )
    .execute()
}
