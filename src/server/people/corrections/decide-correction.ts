import type {
  CorrectionDecision,
  CorrectionRequestListRow,
} from '#lib/contract/admin/correction-requests.ts'
import { auditByViewer } from '../../audit/audit.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { explainBroken } from '../../refusals/constraints.ts'
import { notFound, Refusal } from '../../refusals/refusal.ts'
import { lockPeople } from '../user-rows.ts'
import { changeUser } from '../users.ts'
import { listCorrectionRequests, presentRequest } from './correction-store.ts'

export async function decideCorrection(
  call: SignedInCall,
  id: number,
  { decision, answer }: CorrectionDecision,
): Promise<CorrectionRequestListRow> {
  const { personId } = call.viewer
  return await call.services.db
    .transaction()
    .execute(async (tx) => {
      const request = listCorrectionRequests(tx).where('request.id', '=', id)
      const { person_id } = await request.executeTakeFirstOrThrow(() =>
        notFound('This correction request'),
      )
      await lockPeople(tx, [personId, person_id])
      const { state, first_name, last_name, dob, nhs_number } = await request
        .forUpdate('request')
        .executeTakeFirstOrThrow(() => notFound('This correction request'))
      if (state !== 'open') {
        throw new Refusal('conflict', 'This request has been decided or replaced. Load it again.')
      }
      if (decision === 'accepted') {
        await changeUser(tx, call, person_id, {
          ...(first_name !== null && { first_name }),
          ...(last_name !== null && { last_name }),
          ...(dob !== null && { dob }),
          ...(nhs_number !== null && { nhs_number }),
        })
      }
      await tx
        .updateTable('correction_request')
        .set({
          state: decision,
          answer,
          decided: new Date(call.services.now()),
          decided_by: personId,
        })
        .where('id', '=', id)
        .execute()
      await auditByViewer(tx, call, {
        action: decision === 'accepted' ? 'correction.accepted' : 'correction.declined',
        subjectType: 'correction_request',
        subjectId: id,
        patientId: person_id,
      })
      return presentRequest(await request.executeTakeFirstOrThrow(), call)
    })
    .catch(explainBroken)
}
