import type { PatientAdvice, PatientAdviceWrite } from '#lib/contract/records/patient-advice.ts'
import { mayReachAdvice } from '#lib/policy/advice-rights.ts'
import { holds } from '#lib/policy/policy.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { recordedOnce } from '../http/idempotency.ts'
import type { SignedInCall } from '../http/implement.ts'
import { mergedInto } from '../people/merged-into.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { presentForStaff } from './advice-rows.ts'
import { auditAdvice } from './audit-advice.ts'
import { findAdvice, notReached } from './find-advice.ts'

/**
 * @throws Refusal `invalid` for an unknown patient or category, or another patient's appointment;
 *   `not_allowed` for another clinician's appointment; as `recordedOnce`.
 */
export async function writeAdvice(
  call: SignedInCall,
  written: PatientAdviceWrite,
): Promise<PatientAdvice> {
  return await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const { id, isNew } = await recordedOnce(tx, call, { kind: 'advice', body: written }, () =>
        insertAdvice(tx, call, written),
      )
      const row = await findAdvice(tx, call, id)
      if (isNew) await auditAdvice(tx, call, 'advice.created', row)
      return presentForStaff(row, call, call.viewer)
    }),
  ).catch(explainBroken)
}

async function insertAdvice(
  tx: Executor,
  call: SignedInCall,
  { category_ids, staff_id, ...advice }: PatientAdviceWrite,
): Promise<number> {
  await checkPatient(tx, advice.patient_id)
  if (advice.appointment_id !== null) await checkAppointment(tx, call, advice.appointment_id)
  const { viewer } = call
  const { id } = await tx
    .insertInto('patient_advice')
    .values({
      ...advice,
      staff_id: await adviserFor(tx, call, staff_id),
      written_by: viewer.personId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setCategories(tx, id, category_ids)
  return id
}

async function adviserFor(
  tx: Executor,
  { viewer }: SignedInCall,
  staffId: number | null | undefined,
): Promise<number | null> {
  if (staffId == null || staffId === viewer.staffId) return viewer.staffId
  if (!holds(viewer, 'clinic.change_patientadvice')) {
    throw new Refusal('not_allowed', 'You can only write advice of your own.')
  }
  const { id } = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow(() => invalid({ staff_id: ['Choose a clinician from the list.'] }))
  return id
}

async function checkPatient(tx: Executor, id: number): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (person) return
  const moved = await mergedInto(tx, id)
  throw invalid({ patient_id: [moved?.words ?? 'This patient was not found.'] })
}

/** A constraint says whose it is, because people are merged. */
async function checkAppointment(tx: Executor, call: SignedInCall, id: number): Promise<void> {
  const appointment = await tx
    .selectFrom('appointment')
    .select('staff_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() =>
      invalid({ appointment_id: ['Choose an appointment of this patient.'] }),
    )
  const record = { staffId: appointment.staff_id, isAuthor: false }
  if (!mayReachAdvice(call.viewer, record)) throw notReached()
}

export async function setCategories(
  tx: Executor,
  adviceId: number,
  categoryIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom('patient_advice_category').where('patient_advice_id', '=', adviceId).execute()
  if (categoryIds.length === 0) return
  await tx
    .insertInto('patient_advice_category')
    .values(categoryIds.map((id) => ({ patient_advice_id: adviceId, advice_category_id: id })))
    .execute()
}
