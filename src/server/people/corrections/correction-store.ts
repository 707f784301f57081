import type { InferResult } from 'kysely'
import type { CorrectionRequestListRow } from '#lib/contract/admin/correction-requests.ts'
import type { CorrectionState } from '#lib/contract/correction-requests.ts'
import type { Columns, Rows, StoreParts } from '../../admin/store.ts'
import { auditReads } from '../../audit/audit-reads.ts'
import type { Executor } from '../../database/connection.ts'
import { referenceTo } from '../../http/addresses.ts'
import type { SignedInCall } from '../../http/implement.ts'

export const listCorrectionRequests = (executor: Executor) =>
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

export const presentRequest = (row: Row, call: SignedInCall): CorrectionRequestListRow => ({
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
