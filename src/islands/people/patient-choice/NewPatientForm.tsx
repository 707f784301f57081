import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { useController } from 'react-hook-form'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { UserCreate } from '#lib/contract/users.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { BirthDateField, EmailField, NhsNumberField, PhoneField } from '../person/PersonFields.tsx'

export type NewPatientHandle = { submitAndBook: () => void; showProblems: () => void }
export type EnteredPatient = RefObject<NewPatientDraft | null>

type NewPatientFormProps = {
  entered: EnteredPatient
  pending: boolean
  serverErrors: FieldErrors
  handle: Ref<NewPatientHandle> | undefined
  onSubmit: (details: UserCreate, andBook: boolean) => void
  onLeave: () => void
  alert: ReactNode
}

const toId = (field: NewPatientField) => `new-patient-${field}`

export function NewPatientForm(props: NewPatientFormProps) {
  const { entered, pending, serverErrors, handle, onSubmit, onLeave, alert } = props
  const andBook = useRef(false)
  const state = useQuestionForm<NewPatientDraft, NewPatientField, UserCreate>({
    defaultValues: entered.current ?? noDetails,
    resolver: newPatientResolver,
    questions: newPatientFields,
    questionOf: findNewPatientField,
    idOf: toId,
    pending,
    serverErrors,
    onSubmit: (details) => onSubmit(details, andBook.current),
  })
  const submit = (withBooking: boolean) => {
    andBook.current = withBooking
    state.submit()
  }
  const { text, texts, check, form } = state
  useImperativeHandle(handle, () => ({
    submitAndBook: () => submit(true),
    showProblems: () => void form.trigger(),
  }))
  const { field: dob } = useController({ name: 'dob', control: form.control })
  useEffect(() => document.getElementById(toId('first_name'))?.focus(), [])
  useEffect(() => {
    const { unsubscribe } = form.watch(() => {
      entered.current = form.getValues()
    })
    return unsubscribe
  }, [form, entered])
  useLeaveWarning(form.formState.isDirty)
  return (
    <form
      noValidate
      className="flex max-w-2xl flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit(false)
      }}
    >
      <h2 className="heading-2">New patient</h2>
      <ErrorSummary errors={state.summary} attempt={state.attempt} />
      <TextField {...text('first_name')} label="First name" autoComplete="off" />
      <TextField {...text('last_name')} label="Last name" autoComplete="off" />
      <BirthDateField texts={texts('dob')} field={dob} onLeft={() => check('dob')} />
      <NhsNumberField {...text('nhs_number')} />
      <PhoneField {...text('mobile')} optional autoComplete="off" />
      <EmailField {...text('email')} optional autoComplete="off" />
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} pendingLabel="Checking">
          Save patient
        </Button>
        <Button look="secondary" unavailable={pending} onClick={onLeave}>
          Search again
        </Button>
      </div>
    </form>
  )
}

const newPatientFields = [
  'first_name',
  'last_name',
  'dob',
  'nhs_number',
  'mobile',
  'email',
] as const
type NewPatientField = (typeof newPatientFields)[number]

export type NewPatientDraft = Record<NewPatientField, string>

export const noDetails: NewPatientDraft = {
  first_name: '',
  last_name: '',
  dob: '',
  nhs_number: '',
  mobile: '',
  email: '',
}

const findNewPatientField = (name: string) => newPatientFields.find((field) => field === name)

const newPatientResolver = questionResolver<NewPatientDraft, UserCreate>({
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
