import type { Selectable } from 'kysely'
import {
  type CorrectionRequest,
  type CorrectionRequestWrite,
  type CorrectionState,
  correctionRequests,
} from '#lib/contract/correction-requests.ts'
import { auditByViewer } from '../../audit/audit.ts'
import type { DB } from '../../database/types.ts'
import { apiAddress } from '../../http/addresses.ts'
import type { Handlers, SignedInCall } from '../../http/implement.ts'
import { explainBroken } from '../../refusals/constraints.ts'
import { invalid } from '../../refusals/refusal.ts'
import { readingRoutes } from '../../resources/reading-routes.ts'
import { lockPeople } from '../user-rows.ts'
import { mustFind } from '../users.ts'
import { decideCorrection } from './correction-store.ts'

const ownRequests = ({ services, viewer }: SignedInCall) =>
  services.db.selectFrom('correction_request').selectAll().where('person_id', '=', viewer.personId)

export const correctionRoutes = {
  ...readingRoutes('private', correctionRequests, {
    rows: ownRequests,
    present: (rows, call) => rows.map((row) => presentOwnRequest(row, call)),
  }),
  'POST private/correctionrequests/': ({ body }, call) => requestCorrection(call, body),
  'POST admin/correctionrequests/{id}/decide/': ({ params, body }, call) =>
    decideCorrection(call, params.id, body),
} satisfies Handlers

const ASKED = ['first_name', 'last_name', 'dob', 'nhs_number'] as const

const presentOwnRequest = (
  row: Selectable<DB['correction_request']>,
  call: SignedInCall,
): CorrectionRequest => ({
  id: row.id,
  url: apiAddress(call, 'private/correctionrequests', row.id),
  created: row.created.toISOString(),
  state: row.state as CorrectionState,
  first_name: row.first_name,
  last_name: row.last_name,
  dob: row.dob,
  nhs_number: row.nhs_number,
  note: row.note,
  decided: row.decided?.toISOString() ?? null,
  answer: row.answer,
})

/** @throws Refusal `invalid` where nothing is asked; `conflict` during a merge. */
async function requestCorrection(
  call: SignedInCall,
  { note, ...given }: CorrectionRequestWrite,
): Promise<CorrectionRequest> {
  const { personId } = call.viewer
  return await call.services.db
    .transaction()
    .execute(async (tx) => {
      await lockPeople(tx, [personId])
      const person = await mustFind(tx, personId)
      const fields = ASKED.filter(
        (field) => given[field] !== undefined && given[field] !== person[field],
      )
      if (fields.length === 0 && note === '') {
        throw invalid({ non_field_errors: ['Tell us what is wrong, or correct it here.'] })
      }
      await tx
        .updateTable('correction_request')
        .set({ state: 'replaced' })
        .where('person_id', '=', personId)
        .where('state', '=', 'open')
        .execute()
      const row = await tx
        .insertInto('correction_request')
        .values({
          person_id: personId,
          ...Object.fromEntries(fields.map((field) => [field, given[field]])),
          note,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await auditByViewer(tx, call, {
        action: 'correction.requested',
        subjectType: 'correction_request',
        subjectId: row.id,
        patientId: personId,
        change: { fields },
      })
      return presentOwnRequest(row, call)
    })
    .catch(explainBroken)
}
