import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { mayReachAdvice } from '#lib/policy/advice-rights.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import {
  type AdviceRow,
  adviceRows,
  presentForPatient,
  presentForStaff,
  toPolicyAdvice,
} from './advice-rows.ts'
import { auditAdviceRead } from './list-advice.ts'

export async function findAdvice(
  executor: Executor,
  { viewer }: SignedInCall,
  id: number,
): Promise<AdviceRow> {
  const row = await adviceRows(executor)
    .where('advice.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This advice'))
  if (!mayReachAdvice(viewer, toPolicyAdvice(viewer, row))) throw notReached()
  return row
}

export const notReached = () =>
  new Refusal('not_allowed', 'You can only see and write advice for your own appointments.')

/** Another person's advice is not found, and neither is what was withdrawn. */
export async function findOwnAdvice(
  executor: Executor,
  { viewer }: SignedInCall,
  id: number,
): Promise<AdviceRow> {
  return await adviceRows(executor)
    .where('advice.id', '=', id)
    .where('advice.patient_id', '=', viewer.personId)
    .where('advice.withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('This advice'))
}

export async function readAdvice(call: SignedInCall, id: number): Promise<PatientAdvice> {
  const row = await findAdvice(call.services.db, call, id)
  await auditAdviceRead(call.services.db, call, { id }, [row])
  return presentForStaff(row, call, call.viewer)
}

export async function readOwnAdvice(call: SignedInCall, id: number): Promise<PatientAdvice> {
  const row = await findOwnAdvice(call.services.db, call, id)
  await auditAdviceRead(call.services.db, call, { id, own: true }, [row])
  return presentForPatient(row, call)
}
