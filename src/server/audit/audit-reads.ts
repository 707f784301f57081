import { sql } from 'kysely'
import { type Executor, sendCompiled } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { type AuditEntry, audit, toAuditActor } from './audit.ts'

/** Repeated reading within this time is one reading. */
const ONE_READING_MINUTES = 10

type Reading = Pick<AuditEntry, 'action' | 'subjectType'> & {
  view: Readonly<Record<string, unknown>>
  /** Nulls are left out. */
  patientIds: readonly (number | null)[]
}

const knownStatement = fixedStatement(
  (executor, reading: { actorId: number; action: string; change: string; named: string }) =>
    executor.selectNoFrom(
      // Only then are people compared, by a hash: `@>` takes each with each, and a day has hundreds.
      sql<boolean>`exists (
        with same as materialized (
          select patient_ids from audit_event
          where actor_id = ${reading.actorId} and action = ${reading.action}
            and at > now() - make_interval(mins => ${ONE_READING_MINUTES})
            and change = ${reading.change}::jsonb)
        select from same where not exists (
          select unnest(${reading.named}::integer[]) except select unnest(patient_ids))
      )`.as('isKnown'),
    ),
)

export async function auditReads(
  executor: Executor,
  call: SignedInCall,
  { action, subjectType, view, patientIds }: Reading,
): Promise<void> {
  const named = [...new Set(patientIds.filter((id) => id !== null))].sort((a, b) => a - b)
  if (named.length === 0) return
  const actor = toAuditActor(call.viewer)
  const change = JSON.parse(JSON.stringify(view)) as JsonObject
  const reading = {
    actorId: actor.id,
    action,
    change: JSON.stringify(change),
    // As text, because a long list would be planned each time.
    named: `{${named.join()}}`,
  }
  const [earlier] = await sendCompiled(executor, knownStatement(executor, reading))
  if (earlier?.isKnown) return
  await audit(executor, call, {
    actor,
    action,
    subjectType,
    change,
    subjectId: 0,
    patientId: null,
    patientIds: named,
  })
}
