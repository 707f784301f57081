import { sql } from 'kysely'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { PatientAllergies } from '#lib/contract/records/patient-records.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { inNameOrder } from '../database/name-order.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { SignedInCall } from '../http/implement.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { mergedInto } from './merged-into.ts'
import { writeUser } from './user-rows.ts'

export async function readAllergies(
  executor: Executor,
  personId: number,
): Promise<PatientAllergies> {
  const person = await executor
    .selectFrom('person')
    .leftJoin('allergy_statement as statement', 'statement.person_id', 'person.id')
    .leftJoin('person as stater', 'stater.id', 'statement.stated_by')
    .select(['person.version', 'statement.none_known', 'statement.stated'])
    .select('stater.full_name as stated_by_name')
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow(() => notFound('This patient'))
  const items = await executor
    .selectFrom('person_allergy')
    .innerJoin('allergy', 'allergy.id', 'person_allergy.allergy_id')
    .select(['allergy.id', 'allergy.name', 'allergy.description'])
    .where('person_id', '=', personId)
    .orderBy(inNameOrder('allergy.name'))
    .orderBy('allergy.id')
    .execute()
  return {
    items,
    // Merged records can have a statement of one beside allergies of the other.
    none_known: person.none_known === true && items.length === 0,
    stated: person.stated?.toISOString() ?? null,
    stated_by_name: person.stated_by_name ?? '',
    version: person.version,
  }
}

/**
 * Says who stated the allergies and when. In the transaction that changes them.
 * `none_known_without_allergies` and `allergies_are_known` let nobody have allergies and none.
 */
export async function stateAllergies(
  tx: Executor,
  personId: number,
  { by, noneKnown }: { by: number; noneKnown: boolean },
): Promise<void> {
  const statement = { none_known: noneKnown, stated: sql<Date>`now()`, stated_by: by }
  await tx
    .insertInto('allergy_statement')
    .values({ person_id: personId, ...statement })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(statement))
    .execute()
}

/** @throws Refusal `stale` where somebody changed the patient's details; `invalid`, `not_found`. */
export async function writeAllergies(
  call: SignedInCall,
  personId: number,
  { version, allergy_ids, none_known }: OperationBody<'PUT private/patient-record/allergies/'>,
): Promise<PatientAllergies> {
  const work = async (tx: Executor) => {
    const person = await tx
      .selectFrom('person')
      .select('version')
      .where('id', '=', personId)
      .forUpdate()
      .executeTakeFirst()
    if (!person) throw notFound('This patient')
    const moved = await mergedInto(tx, personId)
    if (moved) throw new Refusal('not_found', moved.text)
    if (version !== undefined && person.version !== version) {
      throw new Refusal('stale', 'Someone has changed these details since. Check them first.')
    }
    await refuseContradictions(call, () => ({ patient: { id: personId } }))
    await writeUser(tx, personId, { allergies: allergy_ids })
    await stateAllergies(tx, personId, { by: call.viewer.personId, noneKnown: none_known })
    await auditByViewer(tx, call, {
      action: 'person.updated',
      subjectType: 'person',
      subjectId: personId,
      patientId: personId,
      change: { fields: ['allergies'], version: person.version + 1 },
    })
    return await readAllergies(tx, personId)
  }
  return await retried(() => call.services.db.transaction().execute(work)).catch(explainBroken)
}
