import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { ApiError } from '#lib/api/api-error.ts'
import {
  CorrectionRequestWrite,
  type CorrectionRequestWrite as CorrectionWrite,
} from '#lib/contract/correction-requests.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import { BirthDateField, NhsNumberField } from '../person/PersonFields.tsx'
import { OWN_REQUESTS } from './LatestRequest.tsx'

type CorrectionDialogProps = {
  identity: Identity
  begin?: IdentityField
  onClose: () => void
}

type State = { isBusy: boolean; isUnsaved: boolean }

/** Asks staff to correct who a record is about; the answer comes later. */
export function CorrectionDialog({ onClose, ...props }: CorrectionDialogProps) {
  const [{ isBusy, isUnsaved }, setState] = useState<State>({ isBusy: false, isUnsaved: false })
  return (
    <Dialog
      open
      wide
      title="Ask us to correct your details"
      busy={isBusy}
      isUnsaved={isUnsaved}
      onClose={onClose}
    >
      <CorrectionForm {...props} onState={setState} onClose={onClose} />
    </Dialog>
  )
}

type CorrectionFormProps = CorrectionDialogProps & { onState: (state: State) => void }

function CorrectionForm({ identity, begin, onState, onClose }: CorrectionFormProps) {
  const api = useApi()
  const prefix = useId()
  const queries = useQueryClient()
  const asking = useSingleMutation({
    mutationFn: (body: CorrectionRequestWrite) =>
      api.call('POST private/correctionrequests/', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: OWN_REQUESTS }),
  })
  const { error, isPending, isSuccess } = asking
  const fields = error instanceof ApiError ? error.fields : {}
  const state = useQuestionForm<IdentityDraft, IdentityField, CorrectionRequestWrite>({
    defaultValues: createIdentityDraft(identity),
    resolver: identityResolver,
    questions: identityFields,
    questionOf: findIdentityField,
    idOf: (field) => `${prefix}-${field}`,
    pending: isPending,
    serverErrors: fields,
    onSubmit: (body) => asking.mutate(body),
  })
  const { text, texts, check, form } = state
  const { field: dob } = useController({ name: 'dob', control: form.control })
  const { isDirty } = form.formState
  useEffect(() => {
    onState({ isBusy: isPending, isUnsaved: isDirty && !isSuccess })
  }, [onState, isPending, isDirty, isSuccess])
  useBeginAt(begin ? `${prefix}-${begin}` : null)
  if (isSuccess) {
    return (
      <div className="flex flex-col items-start gap-4">
        <p role="status" className="banner banner-ok">
          We have your request. Nothing changes until we have checked it.
        </p>
        <Button onClick={onClose}>Close</Button>
      </div>
    )
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        state.submit()
      }}
    >
      <p>
        Enter your name, date of birth and NHS number as they should be. We check each request, and
        may ask to see a document.
      </p>
      <ErrorSummary errors={state.summary} attempt={state.attempt} />
      <TextField {...text('first_name')} label="First name" autoComplete="given-name" />
      <TextField {...text('last_name')} label="Last name" autoComplete="family-name" />
      <BirthDateField texts={texts('dob')} field={dob} onLeft={() => check('dob')} />
      <NhsNumberField {...text('nhs_number')} />
      <TextAreaField
        {...text('note')}
        label="What is wrong?"
        optional
        hint="For example, you have changed your name"
        limit={1000}
      />
      {error && Object.keys(fields).length === 0 && (
        <FormAlert look="banner-danger">
          {error instanceof ApiError && !error.mayBeDone
            ? error.detail
            : 'We could not send your request. Check your connection and try again.'}
        </FormAlert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isPending} pendingLabel="Sending your request">
          Send request
        </Button>
        <Button look="secondary" unavailable={isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const identityFields = ['first_name', 'last_name', 'dob', 'nhs_number', 'note'] as const
export type IdentityField = (typeof identityFields)[number]
type IdentityDraft = Record<IdentityField, string>

type Identity = {
  first_name: string
  last_name: string
  dob: string | null
  nhs_number: string
}

const createIdentityDraft = ({ first_name, last_name, dob, nhs_number }: Identity) => ({
  first_name,
  last_name,
  dob: dob ?? '',
  nhs_number,
  note: '',
})

const findIdentityField = (name: string) => identityFields.find((field) => field === name)

const identityResolver = questionResolver<IdentityDraft, CorrectionWrite>({
  schema: CorrectionRequestWrite,
  toWrite: ({ dob, ...draft }) => ({ ...draft, ...(dob && { dob: toPlainDate(dob) }) }),
  questionOf: findIdentityField,
  ownProblems: ({ dob }) => {
    const problem = dob ? dateProblem(dob, 'Date of birth') : undefined
    return problem ? { dob: problem } : {}
  },
})
