import { z } from 'zod'
import { CorrectionRequest, CorrectionState } from '../correction-requests.ts'
import { id, idText, paragraph, period, plainDate, reference } from '../fields.ts'
import { operation } from '../operation.ts'
import { DOWNLOADS_PEOPLE } from '../permissions.ts'
import { adminResource } from './admin-resource.ts'

const CorrectionRequestListRow = CorrectionRequest.omit({ url: true }).extend({
  person_id: id,
  person_url: reference,
  person_name: z.string(),
  current_first_name: z.string(),
  current_last_name: z.string(),
  current_dob: plainDate.nullable(),
  current_nhs_number: z.string(),
  decided_by_name: z.string(),
})
export type CorrectionRequestListRow = z.infer<typeof CorrectionRequestListRow>

/** Patients write them, and staff decide (docs/decisions/0100). */
export const correctionRequestRecords = adminResource({
  name: 'correction request',
  many: 'correction requests',
  screen: 'correction-requests',
  path: 'correctionrequests',
  readOnly: true,
  entity: CorrectionRequestListRow,
  write: z.strictObject({}),
  labels: {
    created: 'Asked',
    state: 'State',
    person_id: 'Person number',
    person_url: 'Person',
    person_name: 'Person',
    first_name: 'First name asked for',
    last_name: 'Last name asked for',
    dob: 'Date of birth asked for',
    nhs_number: 'NHS number asked for',
    note: 'What they say',
    current_first_name: 'First name now',
    current_last_name: 'Last name now',
    current_dob: 'Date of birth now',
    current_nhs_number: 'NHS number now',
    decided: 'Decided',
    decided_by_name: 'Decided by',
    answer: 'Answer',
  },
  namedBy: 'person_name',
  references: {},
  searchable: ['person_name'],
  orderable: ['created'],
  defaultOrder: 'created',
  filters: { state: CorrectionState.optional(), ...period('created') },
  model: 'clinic.user',
  permissions: { view: 'clinic.view_user', export: DOWNLOADS_PEOPLE },
  audit: 'correction_request',
})

const CorrectionDecision = z.strictObject({
  decision: z.enum(['accepted', 'declined']),
  answer: paragraph(1000).default(''),
})

export const correctionDecisionOperations = {
  'POST admin/correctionrequests/{id}/decide/': operation({
    summary:
      'Accept or decline what a person asks to have corrected. Accepting changes their record, and what is changed counts as verified',
    audience: 'admin',
    permission: 'clinic.change_user',
    andPermission: 'clinic.view_user',
    params: z.strictObject({ id: idText }),
    body: CorrectionDecision,
    status: 200,
    response: CorrectionRequestListRow,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict'],
  }),
}
