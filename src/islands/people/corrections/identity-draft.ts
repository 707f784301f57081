import {
  CorrectionRequestWrite,
  type CorrectionRequestWrite as CorrectionWrite,
} from '#lib/contract/correction-requests.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { questionResolver } from '../../ui/form/question-resolver.ts'

export const identityFields = ['first_name', 'last_name', 'dob', 'nhs_number', 'note'] as const
export type IdentityField = (typeof identityFields)[number]
export type IdentityDraft = Record<IdentityField, string>

export type Identity = {
  first_name: string
  last_name: string
  dob: string | null
  nhs_number: string
}

export const createIdentityDraft = ({ first_name, last_name, dob, nhs_number }: Identity) => ({
  first_name,
  last_name,
  dob: dob ?? '',
  nhs_number,
  note: '',
})

export const findIdentityField = (name: string) => identityFields.find((field) => field === name)

export const identityResolver = questionResolver<IdentityDraft, CorrectionWrite>({
  schema: CorrectionRequestWrite,
  toWrite: ({ dob, ...draft }) => ({ ...draft, ...(dob && { dob: toPlainDate(dob) }) }),
  questionOf: findIdentityField,
  ownProblems: ({ dob }) => {
    const problem = dob ? dateProblem(dob, 'Date of birth') : undefined
    return problem ? { dob: problem } : {}
  },
})
