import { GuestUserWrite } from '#lib/contract/people.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import type { GuestDraft } from './guest-draft.ts'

export type GuestField = keyof GuestDraft

export const guestFields: readonly GuestField[] = [
  'title',
  'first_name',
  'last_name',
  'dob',
  'email',
  'reminders',
  'mobile',
  'address1',
  'address2',
  'city',
  'county',
  'nation',
  'postcode',
  'gp_surgery',
  'nhs_number',
]

/** Finds the question that a field of the API belongs to; undefined where there is none. */
export function parseGuestField(name: string): GuestField | undefined {
  if (name === 'gp_surgery_id') return 'gp_surgery'
  return guestFields.find((field) => field === name)
}

function toWrite({ gp_surgery, dob, ...draft }: GuestDraft) {
  return { ...draft, dob: toPlainDate(dob), gp_surgery_id: gp_surgery?.id ?? null }
}

function ownProblems(draft: GuestDraft): Partial<Record<GuestField, string>> {
  const missing = {
    first_name: 'Enter your first name',
    last_name: 'Enter your last name',
    dob: 'Enter your date of birth',
    email: 'Enter your email address',
    mobile: 'Enter your mobile phone number',
  } as const
  const found: Partial<Record<GuestField, string>> = {}
  for (const field of Object.keys(missing) as (keyof typeof missing)[]) {
    if (!draft[field].trim()) found[field] = missing[field]
  }
  const problem = dateProblem(draft.dob, 'Date of birth')
  return problem ? { ...found, dob: problem } : found
}

/** Checks a draft by the contract's own schema; one message for each question. */
export const guestResolver = questionResolver<GuestDraft, GuestUserWrite>({
  schema: GuestUserWrite,
  toWrite,
  questionOf: parseGuestField,
  ownProblems,
})
