import { z } from 'zod'
import {
  id,
  ids,
  instant,
  line,
  paragraph,
  reference,
  seenVersion,
  statedReason,
  url,
  version,
} from '../fields.ts'
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

export const PatientAdviceWrite = z.strictObject({
  patient_id: id,
  staff_id: id.nullable().optional(),
  appointment_id: id.nullable().default(null),
  advice_text: adviceText,
  category_ids: categoryIds.default([]),
  pinned: z.boolean().default(false),
  favourite: z.boolean().default(false),
})
export type PatientAdviceWrite = z.infer<typeof PatientAdviceWrite>

export const PatientAdviceUpdate = z.strictObject({
  advice_text: adviceText.optional(),
  category_ids: categoryIds.optional(),
  pinned: z.boolean().optional(),
  favourite: z.boolean().optional(),
  staff_id: id.nullable().optional(),
  version: seenVersion,
})
export type PatientAdviceUpdate = z.infer<typeof PatientAdviceUpdate>

export const PatientAdviceMarks = z.strictObject({
  pinned: z.boolean().optional(),
  favourite: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: seenVersion,
})
export type PatientAdviceMarks = z.infer<typeof PatientAdviceMarks>

/** What a patient sends back. Only the mark is theirs to change. */
export const OwnAdviceUpdate = z.strictObject({
  favourite: z.boolean().optional(),
  advice_text: z.string().optional(),
  category_ids: z.array(id).optional(),
  pinned: z.boolean().optional(),
})
export type OwnAdviceUpdate = z.infer<typeof OwnAdviceUpdate>

export const PatientAdviceWithdrawal = z.strictObject({
  reason: statedReason,
  version: seenVersion,
})
export type PatientAdviceWithdrawal = z.infer<typeof PatientAdviceWithdrawal>

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

export const AdviceSnippetWrite = z.strictObject({
  name: line(LONGEST_SNIPPET_NAME).min(1, 'Enter a name'),
  advice_text: adviceText,
  category_ids: categoryIds.default([]),
})
export type AdviceSnippetWrite = z.infer<typeof AdviceSnippetWrite>

export const AdviceSnippetUpdate = z.strictObject({
  ...storedFields(AdviceSnippetWrite.shape),
  version: seenVersion,
})
export type AdviceSnippetUpdate = z.infer<typeof AdviceSnippetUpdate>
