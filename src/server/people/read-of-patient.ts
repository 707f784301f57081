import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'

/**
 * Reads a part of a patient's record in one transaction and records the reading.
 * @param part for the trail.
 * @throws Refusal `not_found`.
 */
export async function readOfPatient<T>(
  call: SignedInCall,
  patientId: number,
  part: JsonObject,
  read: (tx: Executor) => Promise<T>,
): Promise<T> {
  return await call.services.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('person')
      .select('id')
      .where('id', '=', patientId)
      .executeTakeFirstOrThrow(() => notFound('This patient'))
    await auditByViewer(tx, call, {
      action: 'person.read',
      subjectType: 'person',
      subjectId: patientId,
      patientId,
      change: part,
    })
    return await read(tx)
  })
}
