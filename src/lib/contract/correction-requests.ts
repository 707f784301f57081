import { z } from 'zod'
import { id, instant, paragraph, plainDate, url } from './fields.ts'
import { operation } from './operation.ts'
import { personFields } from './people.ts'
import { reading, resource } from './resource.ts'

const correctionStates = ['open', 'replaced', 'accepted', 'declined'] as const
export const CorrectionState = z.enum(correctionStates)
export type CorrectionState = z.infer<typeof CorrectionState>

/** A field is null where nothing is to change. */
const requestedIdentity = {
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  dob: plainDate.nullable(),
  nhs_number: z.string().nullable(),
}

export const CorrectionRequest = z.object({
  id,
  url,
  created: instant,
  state: CorrectionState,
  ...requestedIdentity,
  note: z.string(),
  decided: instant.nullable(),
  answer: z.string(),
})
export type CorrectionRequest = z.infer<typeof CorrectionRequest>

export const CorrectionRequestWrite = z.strictObject({
  first_name: personFields.first_name.optional(),
  last_name: personFields.last_name.optional(),
  dob: personFields.dob.optional(),
  nhs_number: personFields.nhs_number.optional(),
  note: paragraph(1000).default(''),
})
export type CorrectionRequestWrite = z.infer<typeof CorrectionRequestWrite>

export const correctionRequests = resource({
  name: 'correction request',
  path: 'correctionrequests',
  entity: CorrectionRequest,
  searchable: ['note'],
  orderable: ['created'],
  defaultOrder: 'created',
})

export const correctionRequestOperations = {
  ...reading(correctionRequests, { audience: 'private' }),
  'POST private/correctionrequests/': operation({
    summary:
      "Ask staff to correct one's own name, date of birth or NHS number. What is left out, or is so already, stays. An open request is replaced",
    audience: 'private',
    body: CorrectionRequestWrite,
    status: 201,
    response: CorrectionRequest,
    errors: ['invalid', 'not_signed_in', 'conflict'],
  }),
}
