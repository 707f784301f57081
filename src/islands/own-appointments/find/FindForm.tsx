import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import { AppointmentSearch } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { BirthDateField } from '../../people/person/PersonFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'

type SearchDraft = { reference: string; last_name: string; dob: string }
type SearchQuestion = keyof SearchDraft

const emptySearch: SearchDraft = { reference: '', last_name: '', dob: '' }
const searchQuestions: readonly SearchQuestion[] = ['reference', 'last_name', 'dob']

const findSearchQuestion = (name: string) => searchQuestions.find((question) => question === name)

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

const searchResolver = questionResolver<SearchDraft, AppointmentSearch>({
  schema: AppointmentSearch,
  toWrite: (draft) => ({ ...draft, dob: toPlainDate(draft.dob) }),
  questionOf: findSearchQuestion,
  ownProblems,
})

type FindFormProps = {
  pending: boolean
  serverErrors: FieldErrors
  onSubmit: (search: AppointmentSearch) => void
  alert: ReactNode
}

export function FindForm({ pending, serverErrors, onSubmit, alert }: FindFormProps) {
  const prefix = useId()
  const state = useQuestionForm<SearchDraft, SearchQuestion, AppointmentSearch>({
    defaultValues: emptySearch,
    resolver: searchResolver,
    questions: searchQuestions,
    questionOf: findSearchQuestion,
    idOf: (question) => `${prefix}-${question}`,
    pending,
    serverErrors,
    onSubmit,
  })
  const { field } = useController({ name: 'dob', control: state.form.control })
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        state.submit()
      }}
    >
      <ErrorSummary errors={state.summary} attempt={state.attempt} />
      <TextField
        {...state.text('reference')}
        label="Reference"
        hint={
          <>
            It is on your confirmation and in your calendar entry, like{' '}
            <span className="whitespace-nowrap">7K3MQ-2XW9P</span>
          </>
        }
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        width="max-w-60"
      />
      <TextField {...state.text('last_name')} label="Last name" autoComplete="family-name" />
      <BirthDateField
        words={state.words('dob')}
        field={field}
        onLeft={() => state.check('dob')}
        autoComplete="bday"
      />
      <div className="flex flex-col items-start gap-4">
        {alert}
        <Button type="submit" pending={pending} pendingLabel="Looking for your appointment">
          Find appointment
        </Button>
      </div>
    </form>
  )
}
