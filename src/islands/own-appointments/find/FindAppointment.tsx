import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useController } from 'react-hook-form'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import { AppointmentSearch } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { findAppointmentMachine } from '#machines/own-appointments/find-appointment.machine.ts'
import type { RequestResult } from '#machines/request.ts'
import { sessionApi } from '../../identity/api.ts'
import { BirthDateField } from '../../people/person/PersonFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { useRequest } from '../../ui/use-request.ts'

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

function FindForm({ pending, serverErrors, onSubmit, alert }: FindFormProps) {
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
        texts={state.texts('dob')}
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

type FindAppointmentProps = {
  settings: PublicSettings
  api?: ApiClient
  open?: (path: string) => void
}

export function FindAppointment({ settings, api, open }: FindAppointmentProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    open: open ?? ((path: string) => location.assign(path)),
  }))
  const { sending, answer, submit, reset } = useRequest(findAppointmentMachine, (search) =>
    sendSearch(deps, search),
  )
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    addEventListener('pageshow', returned)
    return () => removeEventListener('pageshow', returned)
  }, [reset])
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  if (!isAlive) return <Loading label="Loading the form" />
  if (answer?.kind === 'found') return <Loading label="Opening your appointment" />
  return (
    <FindForm
      pending={sending !== null}
      serverErrors={answer?.kind === 'refused' ? answer.fields : NO_ERRORS}
      onSubmit={submit}
      alert={
        <>
          {answer?.kind === 'notFound' && (
            <FormAlert look="banner-warn">
              We could not find an appointment with these details. Check each detail, including the
              year of birth, or <ContactLink />.
            </FormAlert>
          )}
          {answer?.kind === 'limited' && (
            <FormAlert look="banner-warn">
              {answer.detail} You can also <ContactLink />.
            </FormAlert>
          )}
          {answer?.kind === 'unanswered' && (
            <FormAlert look="banner-danger">We could not reach the service. Try again.</FormAlert>
          )}
        </>
      }
    />
  )
}

const NO_ERRORS = {}

const neverChanges = () => () => undefined

const ContactLink = () => (
  <a className="link" href="/contact">
    contact a branch
  </a>
)

type Deps = {
  api: ApiClient
  open: (path: string) => void
}

/** Finds an appointment and opens it. Its link goes to the browser and is stored nowhere here. */
async function sendSearch(
  { api, open }: Deps,
  search: AppointmentSearch,
): Promise<RequestResult<typeof findAppointmentMachine>> {
  try {
    const { id, access_token } = await api.call('POST public/appointments/find/', { body: search })
    open(appointmentLink('', id, access_token))
    return { kind: 'found' }
  } catch (error) {
    const { status, fields, detail } = certainRefusal(error)
    if (status === 404) return { kind: 'notFound' }
    if (status === 400) return { kind: 'refused', fields }
    if (status === 429) return { kind: 'limited', detail }
    throw error
  }
}
