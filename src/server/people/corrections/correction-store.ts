import type { InferResult } from 'kysely'
import type { CorrectionRequestListRow } from '#lib/contract/admin/correction-requests.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { CorrectionState } from '#lib/contract/correction-requests.ts'
import type { Columns, Rows, StoreParts } from '../../admin/store.ts'
import { auditByViewer } from '../../audit/audit.ts'
import { auditReads } from '../../audit/audit-reads.ts'
import type { Executor } from '../../database/connection.ts'
import { referenceTo } from '../../http/addresses.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { explainBroken } from '../../refusals/constraints.ts'
import { notFound, Refusal } from '../../refusals/refusal.ts'
import { lockPeople } from '../user-rows.ts'
import { changeUser } from '../users.ts'

const listCorrectionRequests = (executor: Executor) =>
  executor
    .selectFrom('correction_request as request')
    .innerJoin('person', 'person.id', 'request.person_id')
    .leftJoin('person as decider', 'decider.id', 'request.decided_by')
    .select(['request.id', 'request.created', 'request.state', 'request.note'])
    .select(['request.first_name', 'request.last_name', 'request.dob', 'request.nhs_number'])
    .select(['request.person_id', 'person.full_name as person_name'])
    .select(['person.first_name as current_first_name', 'person.last_name as current_last_name'])
    .select(['person.dob as current_dob', 'person.nhs_number as current_nhs_number'])
    .select(['request.decided', 'request.answer', 'decider.full_name as decided_by_name'])

type Row = InferResult<ReturnType<typeof listCorrectionRequests>>[number]

const presentRequest = (row: Row, call: SignedInCall): CorrectionRequestListRow => ({
  ...row,
  created: row.created.toISOString(),
  state: row.state as CorrectionState,
  person_url: referenceTo(call, 'admin/users', row.person_id),
  decided: row.decided?.toISOString() ?? null,
  decided_by_name: row.decided_by_name ?? '',
})

export const correctionRequestStore: StoreParts = {
  table: 'correction_request',
  read: {
    rows: (executor) => listCorrectionRequests(executor) as Rows,
    present: (row, call) => presentRequest(row as unknown as Row, call) as unknown as Columns,
  },
  list: {
    auditRead: (call, view, rows) =>
      auditReads(call.services.db, call, {
        action: 'correction.listed',
        subjectType: 'correction_request',
        view,
        patientIds: rows.map(({ person_id }) => person_id as number),
      }),
  },
}

export async function decideCorrection(
  call: SignedInCall,
  id: number,
  { decision, answer }: OperationBody<'POST admin/correctionrequests/{id}/decide/'>,
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
