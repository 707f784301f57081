import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import {
  id,
  ids,
  idText,
  instant,
  line,
  listQuery,
  paged,
  paragraph,
  reference,
  seenVersion,
  statedReason,
  url,
  version,
} from '../fields.ts'
import { operation } from '../operation.ts'
import { storedFields } from '../stored-fields.ts'
import { LONGEST_ADVICE, LONGEST_SNIPPET_NAME } from '../text-length.ts'

const adviceActions = ['change', 'archive', 'withdraw', 'favourite'] as const
const adviceText = paragraph(LONGEST_ADVICE).min(1, 'Enter the advice')
const categoryIds = ids(20)

export const PatientAdvice = z.object({
  id,
  url: reference,
  version,
  patient_id: id,
  /** It is null where whoever wrote it has no staff record. */
  staff_id: id.nullable(),
  staff_name: z.string(),
  appointment_id: id.nullable(),
  appointment_start: instant.nullable(),
  advice_text: z.string(),
  category_ids: z.array(id),
  categories: z.array(z.object({ id, name: z.string() })),
  created: instant,
  modified: instant,
  /** The newest comes first. It is for staff, and empty for patients. */
  earlier_texts: z.array(
    z.object({ version, advice_text: z.string(), replaced: instant, replaced_by_name: z.string() }),
  ),
  pinned: z.boolean(),
  favourite: z.boolean(),
  archived: z.object({ at: instant, by_name: z.string() }).nullable(),
  withdrawn: z.object({ at: instant, by_name: z.string(), reason: z.string() }).nullable(),
  may: z.array(z.enum(adviceActions)),
})
export type PatientAdvice = z.infer<typeof PatientAdvice>
export type AdviceAction = (typeof adviceActions)[number]

const PatientAdviceWrite = z.strictObject({
  patient_id: id,
  staff_id: id.nullable().optional(),
  appointment_id: id.nullable().default(null),
  advice_text: adviceText,
  category_ids: categoryIds.default([]),
  pinned: z.boolean().default(false),
  favourite: z.boolean().default(false),
})

const PatientAdviceUpdate = z.strictObject({
  advice_text: adviceText.optional(),
  category_ids: categoryIds.optional(),
  pinned: z.boolean().optional(),
  favourite: z.boolean().optional(),
  staff_id: id.nullable().optional(),
  version: seenVersion,
})

const PatientAdviceMarks = z.strictObject({
  pinned: z.boolean().optional(),
  favourite: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: seenVersion,
})

/** What a patient sends back. Only the mark is theirs to change. */
const OwnAdviceUpdate = z.strictObject({
  favourite: z.boolean().optional(),
  advice_text: z.string().optional(),
  category_ids: z.array(id).optional(),
  pinned: z.boolean().optional(),
})

const PatientAdviceWithdrawal = z.strictObject({
  reason: statedReason,
  version: seenVersion,
})

export const AdviceSnippet = z.object({
  id,
  url,
  version,
  name: z.string(),
  advice_text: z.string(),
  category_ids: z.array(id),
  created: instant,
  modified: instant,
})
export type AdviceSnippet = z.infer<typeof AdviceSnippet>

const AdviceSnippetWrite = z.strictObject({
  name: line(LONGEST_SNIPPET_NAME).min(1, 'Enter a name'),
  advice_text: adviceText,
  category_ids: categoryIds.default([]),
})

const AdviceSnippetUpdate = z.strictObject({
  ...storedFields(AdviceSnippetWrite.shape),
  version: seenVersion,
})

const byId = z.strictObject({ id: idText })
const ofOwnList = z.strictObject({
  ...listQuery,
  appointment_id: idText.optional(),
  category_id: idText.optional(),
})
const ofList = ofOwnList.extend({ patient_id: idText.optional() })
const reads = ['invalid', 'not_signed_in'] as const
const byStaff = <const Codes extends readonly ErrorCode[]>(codes: Codes) =>
  [...reads, 'not_allowed', ...codes] as const

const list = {
  summary: 'List: patient advice, pinned first, then newest',
  status: 200,
  response: paged(PatientAdvice),
} as const
const listArchived = {
  ...list,
  summary: 'List: patient advice that was archived and, for staff, withdrawn',
} as const
const read = {
  summary: 'Read: patient advice',
  params: byId,
  status: 200,
  response: PatientAdvice,
} as const
const staff = { audience: 'admin' } as const
const views = { ...staff, permission: 'clinic.view_patientadvice' } as const
/** Those who wrote it may change it without the permission to change everybody's. */
const changes = {
  ...staff,
  permission: 'clinic.change_patientadvice',
  orPermission: 'clinic.add_patientadvice',
} as const

export const patientAdviceOperations = {
  'GET public/patientadvices/': operation({
    audience: 'guest',
    headers: { 'Guest-User-Access-Token': 'required' },
    ...list,
    query: z.strictObject({ ...listQuery, appointment_id: idText }),
    errors: [...reads, 'not_found'],
  }),
  'GET private/patientadvices/': operation({
    audience: 'private',
    ...list,
    query: ofOwnList,
    errors: reads,
  }),
  'GET admin/patientadvices/': operation({ ...views, ...list, query: ofList, errors: byStaff([]) }),
  'GET private/patientarchivedadvices/': operation({
    audience: 'private',
    ...listArchived,
    query: ofOwnList,
    errors: reads,
  }),
  'GET admin/patientarchivedadvices/': operation({
    ...views,
    ...listArchived,
    query: ofList,
    errors: byStaff([]),
  }),
  'GET private/patientadvices/{id}/': operation({
    audience: 'private',
    ...read,
    errors: [...reads, 'not_found'],
  }),
  'GET admin/patientadvices/{id}/': operation({
    ...views,
    ...read,
    errors: byStaff(['not_found']),
  }),

  'POST admin/patientadvices/': operation({
    ...staff,
    summary: 'Write advice to a patient. The same Idempotency-Key writes it once',
    permission: 'clinic.add_patientadvice',
    andPermission: 'clinic.view_patientadvice',
    body: PatientAdviceWrite,
    headers: { 'Idempotency-Key': 'optional' },
    status: 201,
    response: PatientAdvice,
    errors: byStaff(['not_found', 'conflict']),
  }),
  'PUT admin/patientadvices/{id}/': operation({
    ...changes,
    andPermission: 'clinic.view_patientadvice',
    summary: 'Change the text and the categories of advice',
    params: byId,
    body: PatientAdviceUpdate,
    status: 200,
    response: PatientAdvice,
    errors: byStaff(['not_found', 'conflict', 'stale']),
  }),
  'PATCH admin/patientadvices/{id}/': operation({
    ...changes,
    andPermission: 'clinic.view_patientadvice',
    summary: 'Pin or archive advice, or undo that',
    params: byId,
    body: PatientAdviceMarks,
    status: 200,
    response: PatientAdvice,
    errors: byStaff(['not_found', 'conflict', 'stale']),
  }),
  'PATCH private/patientadvices/{id}/': operation({
    audience: 'private',
    summary: 'Mark own advice as a favourite, or undo that',
    params: byId,
    body: z.strictObject({ favourite: z.boolean() }),
    status: 200,
    response: PatientAdvice,
    errors: [...reads, 'not_found'],
  }),
  'PUT private/patientadvices/{id}/': operation({
    audience: 'private',
    summary: 'Put back own advice with its mark as a favourite; only staff change the rest',
    params: byId,
    body: OwnAdviceUpdate,
    status: 200,
    response: PatientAdvice,
    errors: [...reads, 'not_found', 'not_allowed'],
  }),
  'DELETE admin/patientadvices/{id}/': operation({
    ...staff,
    summary: 'Withdraw advice with a reason. Staff can still read it',
    permission: 'clinic.delete_patientadvice',
    andPermission: 'clinic.view_patientadvice',
    params: byId,
    body: PatientAdviceWithdrawal,
    status: 200,
    response: PatientAdvice,
    errors: byStaff(['not_found', 'conflict', 'stale']),
  }),

  'GET admin/advicesnippets/': operation({
    ...changes,
    summary: 'List: own saved texts for advice',
    query: z.strictObject(listQuery),
    status: 200,
    response: paged(AdviceSnippet),
    errors: byStaff([]),
  }),
  'GET admin/advicesnippets/{id}/': operation({
    ...changes,
    summary: 'Read: own saved text for advice',
    params: byId,
    status: 200,
    response: AdviceSnippet,
    errors: byStaff(['not_found']),
  }),
  'POST admin/advicesnippets/': operation({
    ...changes,
    summary: 'Save a text for advice. The same Idempotency-Key saves it once',
    body: AdviceSnippetWrite,
    headers: { 'Idempotency-Key': 'optional' },
    status: 201,
    response: AdviceSnippet,
    errors: byStaff(['conflict']),
  }),
  'PUT admin/advicesnippets/{id}/': operation({
    ...changes,
    summary: 'Change an own saved text for advice',
    params: byId,
    body: AdviceSnippetUpdate,
    status: 200,
    response: AdviceSnippet,
    errors: byStaff(['not_found', 'stale']),
  }),
  'DELETE admin/advicesnippets/{id}/': operation({
    ...changes,
    summary: 'Delete an own saved text for advice',
    params: byId,
    status: 204,
    errors: byStaff(['not_found']),
  }),
}
