import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useController, type useForm } from 'react-hook-form'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { GuestUserWrite } from '#lib/contract/people.ts'
import { AddressQuestion } from '../../people/person/AddressQuestion.tsx'
import type { PersonLookups } from '../../people/person/lookups.ts'
import {
  BirthDateField,
  EmailField,
  NameFields,
  NhsNumberField,
  PhoneField,
} from '../../people/person/PersonFields.tsx'
import { RemindersField } from '../../people/person/RemindersField.tsx'
import { SurgeryQuestion } from '../../people/person/SurgeryQuestion.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { emptyGuestDraft, type GuestDraft } from './guest-draft.ts'
import { type GuestField, guestFields, guestResolver, parseGuestField } from './guest-validation.ts'

export type GuestFormProps = PersonLookups &
  GuestFormInput & {
    submitLabel?: string
    begin?: GuestField
    fixed?: readonly GuestField[]
    isForOther?: boolean
    sendsEmail: boolean
    sendsTexts: boolean
    children?: ReactNode
    alert?: ReactNode
  }

export function GuestForm(props: GuestFormProps) {
  const prefix = useId()
  const state = useGuestForm(props, (field) => `${prefix}-${field}`)
  useBeginAt(props.begin ? `${prefix}-${props.begin}` : null)
  const isFixed = (field: GuestField) => props.fixed?.includes(field) ?? false
  const isForOther = props.isForOther ?? false
  const { field: surgery } = useController({ name: 'gp_surgery', control: state.form.control })
  return (
    <form
      noValidate
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        state.submit()
      }}
    >
      <ErrorSummary errors={state.summary} attempt={state.attempt} />
      {props.children}
      <AboutPatient state={state} isFixed={isFixed} isForOther={isForOther} />
      <HowToReachYou state={state} sendsEmail={props.sendsEmail} sendsTexts={props.sendsTexts} />
      <AddressQuestion
        isForOther={isForOther}
        text={state.text}
        texts={state.texts}
        read={state.form.getValues}
        onFound={state.fill}
        findAddresses={props.findAddresses}
        loadAddress={props.loadAddress}
      />
      <fieldset className="flex flex-col gap-5">
        <legend className="fieldset-legend">
          {isForOther ? 'Their health care' : 'Your health care'}
        </legend>
        <SurgeryQuestion
          texts={state.texts('gp_surgery')}
          chosen={surgery.value}
          onChange={surgery.onChange}
          findSurgeries={props.findSurgeries}
        />
        {!isFixed('nhs_number') && <NhsNumberField {...state.text('nhs_number')} />}
      </fieldset>
      <div className="flex flex-col items-start gap-4">
        {props.alert}
        <Button type="submit" pending={props.pending} pendingLabel="Saving your details">
          {props.submitLabel ?? 'Continue'}
        </Button>
      </div>
    </form>
  )
}

type AboutPatientProps = {
  state: GuestFormState
  isFixed: (field: GuestField) => boolean
  isForOther: boolean
}

function AboutPatient({ state, isFixed, isForOther }: AboutPatientProps) {
  const { field } = useController({ name: 'dob', control: state.form.control })
  const isNamed = isFixed('first_name')
  if (isNamed && isFixed('dob')) return null
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="fieldset-legend">{isForOther ? 'About them' : 'About you'}</legend>
      {!isNamed && <NameFields text={state.text} />}
      {!isFixed('dob') && (
        <BirthDateField
          texts={state.texts('dob')}
          field={field}
          onLeft={() => state.check('dob')}
          autoComplete="bday"
        />
      )}
    </fieldset>
  )
}

type HowToReachYouProps = { state: GuestFormState; sendsEmail: boolean; sendsTexts: boolean }

function HowToReachYou({ state, sendsEmail, sendsTexts }: HowToReachYouProps) {
  const { field } = useController({ name: 'reminders', control: state.form.control })
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="fieldset-legend">How we can reach you</legend>
      <EmailField
        {...state.text('email')}
        hint={
          sendsEmail
            ? 'We send your confirmation here'
            : 'The branch may use this to contact you about your appointment. We do not send a confirmation.'
        }
      />
      <PhoneField {...state.text('mobile')} hint="We will call you if something changes" />
      {(sendsEmail || sendsTexts) && (
        <RemindersField
          id={state.texts('reminders').id}
          value={field.value}
          onChange={field.onChange}
          sendsTexts={sendsTexts}
        />
      )}
    </fieldset>
  )
}

const PAUSE_MS = 500

type GuestFormInput = {
  initialValues?: Partial<GuestDraft>
  isFromLastBooking?: boolean
  onDraftChange?: (draft: GuestDraft) => void
  onSubmit: (guest: GuestSubmission) => void
  pending: boolean
  serverErrors?: FieldErrors
}

function useGuestForm(props: GuestFormInput, idOf: (field: GuestField) => string) {
  const { initialValues, onDraftChange, onSubmit, pending, serverErrors } = props
  const [resolver] = useState(() =>
    props.isFromLastBooking ? guestResolverAfter(knownAnswers(initialValues)) : guestResolver,
  )
  const state = useQuestionForm<GuestDraft, GuestField, GuestUserWrite>({
    defaultValues: knownAnswers(initialValues),
    resolver,
    questions: guestFields,
    questionOf: parseGuestField,
    idOf,
    pending,
    serverErrors,
    onSubmit: (guest, draft) => onSubmit({ guest, draft }),
  })
  const storeDraftNow = useStoredDraft(state.form, onDraftChange)
  const submit = () => {
    if (!pending) storeDraftNow()
    state.submit()
  }
  return { ...state, submit }
}

type GuestFormState = ReturnType<typeof useGuestForm>

function knownAnswers(initial: Partial<GuestDraft> = {}): GuestDraft {
  const known = guestFields.filter((field) => initial[field] !== undefined)
  return {
    ...emptyGuestDraft,
    ...Object.fromEntries(known.map((field) => [field, initial[field]])),
  }
}

/** Hands the draft over after a pause in typing, and at once when the form or the page goes. */
function useStoredDraft(
  form: Pick<
    ReturnType<typeof useForm<GuestDraft, unknown, GuestUserWrite>>,
    'subscribe' | 'getValues'
  >,
  onDraftChange: GuestFormInput['onDraftChange'],
): () => void {
  const store = useRef(onDraftChange)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    store.current = onDraftChange
  })
  const { subscribe, getValues } = form
  const storeNow = useRef(() => {
    if (timer.current === null) return
    clearTimeout(timer.current)
    timer.current = null
    store.current?.(structuredClone(getValues()))
  })
  useEffect(() => {
    const now = storeNow.current
    const leave = subscribe({
      formState: { values: true },
      callback: () => {
        if (timer.current !== null) clearTimeout(timer.current)
        timer.current = setTimeout(now, PAUSE_MS)
      },
    })
    window.addEventListener('pagehide', now)
    return () => {
      leave()
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [subscribe])
  return storeNow.current
}

type GuestSubmission = { guest: GuestUserWrite; draft: GuestDraft }

/**
 * Checks details that began as those of the last booking: with another name and date of birth they are
 * somebody else's, who has another NHS number.
 */
const guestResolverAfter =
  (last: GuestDraft): typeof guestResolver =>
  async (typed, context, options) => {
    const result = await guestResolver(typed, context, options)
    const hasOtherName = typed.first_name !== last.first_name || typed.last_name !== last.last_name
    const isSameNumber = typed.nhs_number !== '' && typed.nhs_number === last.nhs_number
    if (!hasOtherName || typed.dob === last.dob || !isSameNumber) return result
    const message = 'Enter the NHS number of this person, or leave it empty'
    return { values: {}, errors: { ...result.errors, nhs_number: { type: 'validate', message } } }
  }
