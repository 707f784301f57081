import { AppointmentSearch } from '#lib/contract/booking.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { questionResolver } from '../../ui/form/question-resolver.ts'

export type SearchDraft = { reference: string; last_name: string; dob: string }
export type SearchQuestion = keyof SearchDraft

export const emptySearch: SearchDraft = { reference: '', last_name: '', dob: '' }
export const searchQuestions: readonly SearchQuestion[] = ['reference', 'last_name', 'dob']

export const findSearchQuestion = (name: string) =>
  searchQuestions.find((question) => question === name)

function ownProblems(draft: SearchDraft): Partial<Record<SearchQuestion, string>> {
  const missing = {
    reference: 'Enter your reference',
    last_name: 'Enter your last name',
    dob: 'Enter your date of birth',
  }
  const empty = searchQuestions.filter((question) => !draft[question].trim())
  const problem = dateProblem(draft.dob, 'Date of birth')
  return {
    ...Object.fromEntries(empty.map((question) => [question, missing[question]])),
    ...(problem && { dob: problem }),
  }
}

export const searchResolver = questionResolver<SearchDraft, AppointmentSearch>({
  schema: AppointmentSearch,
  toWrite: (draft) => ({ ...draft, dob: toPlainDate(draft.dob) }),
  questionOf: findSearchQuestion,
  ownProblems,
})
