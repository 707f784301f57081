import { UserCreate } from '#lib/contract/users.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { questionResolver } from '../../ui/form/question-resolver.ts'

export const newPatientFields = [
  'first_name',
  'last_name',
  'dob',
  'nhs_number',
  'mobile',
  'email',
] as const
export type NewPatientField = (typeof newPatientFields)[number]

export type NewPatientDraft = Record<NewPatientField, string>

export const noDetails: NewPatientDraft = {
  first_name: '',
  last_name: '',
  dob: '',
  nhs_number: '',
  mobile: '',
  email: '',
}

export const findNewPatientField = (name: string) =>
  newPatientFields.find((field) => field === name)

export const newPatientResolver = questionResolver<NewPatientDraft, UserCreate>({
  schema: UserCreate,
  toWrite: (draft) => ({ ...draft, dob: toPlainDate(draft.dob) }),
  questionOf: findNewPatientField,
  ownProblems: ({ first_name, last_name, dob }) => {
    const problem = dob ? dateProblem(dob, 'Date of birth') : 'Enter the date of birth'
    return {
      ...(!first_name.trim() && { first_name: 'Enter the first name' }),
      ...(!last_name.trim() && { last_name: 'Enter the last name' }),
      ...(problem && { dob: problem }),
    }
  },
})
