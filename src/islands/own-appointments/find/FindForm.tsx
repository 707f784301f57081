import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import type { AppointmentSearch } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { BirthDateField } from '../../people/person/PersonFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import {
  emptySearch,
  findSearchQuestion,
  type SearchDraft,
  type SearchQuestion,
  searchQuestions,
  searchResolver,
} from './search-draft.ts'

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
