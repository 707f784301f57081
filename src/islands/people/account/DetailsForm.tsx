import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { type OwnUser, ProfileWrite, type User } from '#lib/contract/users.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { AddressQuestion } from '../person/AddressQuestion.tsx'
import type { ChosenSurgery, PersonLookups } from '../person/lookups.ts'
import {
  BirthDateField,
  EmailField,
  NameFields,
  NhsNumberField,
  PhoneField,
} from '../person/PersonFields.tsx'
import { RemindersField } from '../person/RemindersField.tsx'
import { SurgeryQuestion } from '../person/SurgeryQuestion.tsx'
import { AllergiesQuestion, type ChosenAllergy } from './AllergiesQuestion.tsx'
import { genderChoices } from './genders.ts'

type DetailsFormProps = PersonLookups & {
  user: OwnUser
  settings: Pick<PublicSettings, 'sendsEmail' | 'sendsTexts'>
  begin: ProfileField
  findAllergies: (search: string, signal: AbortSignal) => Promise<ChosenAllergy[]>
  pending: boolean
  serverErrors: FieldErrors
  onSubmit: (details: ProfileWrite) => void
  onLeave: (hasChanges: boolean) => void
  /** Beside the buttons: why it was not saved; in their place: what leaving would lose. */
  alert?: ReactNode
  leaving?: ReactNode
}

type State = ReturnType<typeof useProfileForm>

function useProfileForm(props: DetailsFormProps, idOf: (field: ProfileField) => string) {
  const { user, pending, serverErrors, onSubmit } = props
  return useQuestionForm<ProfileDraft, ProfileField, ProfileWrite>({
    defaultValues: createProfileDraft(user),
    resolver: profileResolver,
    questions: profileFields,
    questionOf: findProfileField,
    idOf,
    pending,
    serverErrors,
    onSubmit,
  })
}

export function DetailsForm(props: DetailsFormProps) {
  const { begin, pending, alert, leaving } = props
  const prefix = useId()
  const state = useProfileForm(props, (field) => `${prefix}-${field}`)
  const { isDirty } = state.form.formState
  const isFixed = props.user.identity_is_fixed
  useLeaveWarning(isDirty)
  useBeginAt(`${prefix}-${begin}`)
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
      <YourName {...state} />
      <HowToReachYou state={state} {...props.settings} />
      <AddressQuestion
        text={state.text}
        texts={state.texts}
        read={state.form.getValues}
        onFound={state.fill}
        findAddresses={props.findAddresses}
        loadAddress={props.loadAddress}
      />
      <AboutYou state={state} isDobFixed={isFixed && props.user.dob !== null} />
      <YourHealthCare state={state} {...props} />
      {alert}
      {leaving || (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={pending} pendingLabel="Saving your details">
            Save details
          </Button>
          <Button look="secondary" unavailable={pending} onClick={() => props.onLeave(isDirty)}>
            Cancel
          </Button>
        </div>
      )}
    </form>
  )
}

function YourName({ text }: Pick<State, 'text'>) {
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="fieldset-legend">Your name</legend>
      <NameFields text={text} />
    </fieldset>
  )
}

type HowToReachYouProps = { state: State } & Pick<PublicSettings, 'sendsEmail' | 'sendsTexts'>

function HowToReachYou({ state, sendsEmail, sendsTexts }: HowToReachYouProps) {
  const { form, text, texts } = state
  const { field } = useController({ name: 'reminders', control: form.control })
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="fieldset-legend">How we can reach you</legend>
      <EmailField {...text('email')} />
      <PhoneField {...text('mobile')} optional />
      {(sendsEmail || sendsTexts) && (
        <RemindersField
          id={texts('reminders').id}
          value={field.value}
          onChange={field.onChange}
          sendsTexts={sendsTexts}
        />
      )}
      <PhoneField {...text('landline')} label="Landline" optional autoComplete="off" />
    </fieldset>
  )
}

function AboutYou({ state, isDobFixed }: { state: State; isDobFixed: boolean }) {
  const { form, text, texts, check } = state
  const { field } = useController({ name: 'dob', control: form.control })
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="fieldset-legend">About you</legend>
      {!isDobFixed && (
        <BirthDateField
          texts={texts('dob')}
          field={field}
          onLeft={() => check('dob')}
          optional
          autoComplete="bday"
        />
      )}
      <SelectField
        {...text('gender')}
        label="Gender"
        choices={genderChoices(form.getValues('gender'))}
      />
    </fieldset>
  )
}

function YourHealthCare({ state, ...lookups }: { state: State } & DetailsFormProps) {
  const { control } = state.form
  const { field: surgery } = useController({ name: 'gp_surgery', control })
  const { field: allergies } = useController({ name: 'allergies', control })
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="fieldset-legend">Your health care</legend>
      {!lookups.user.identity_is_fixed && <NhsNumberField {...state.text('nhs_number')} />}
      <SurgeryQuestion
        texts={state.texts('gp_surgery')}
        chosen={surgery.value}
        onChange={surgery.onChange}
        findSurgeries={lookups.findSurgeries}
      />
      <AllergiesQuestion
        isOwn
        texts={state.texts('allergies')}
        chosen={allergies.value}
        onChange={allergies.onChange}
        findAllergies={lookups.findAllergies}
      />
    </fieldset>
  )
}

type ProfileDraft = {
  title: string
  first_name: string
  last_name: string
  email: string
  mobile: string
  landline: string
  address1: string
  address2: string
  city: string
  county: string
  nation: string
  postcode: string
  dob: string
  gender: string
  nhs_number: string
  gp_surgery: ChosenSurgery | null
  allergies: ChosenAllergy[]
  reminders: User['reminders']
}

export type ProfileField = keyof ProfileDraft

const profileFields: readonly ProfileField[] = [
  'title',
  'first_name',
  'last_name',
  'email',
  'reminders',
  'mobile',
  'landline',
  'address1',
  'address2',
  'city',
  'county',
  'nation',
  'postcode',
  'dob',
  'gender',
  'nhs_number',
  'gp_surgery',
  'allergies',
]

export function findProfileField(name: string): ProfileField | undefined {
  const [field = ''] = name.split('.')
  if (field === 'gp_surgery_id') return 'gp_surgery'
  return profileFields.find((known) => known === field)
}

function createProfileDraft(user: User): ProfileDraft {
  const { title, first_name, last_name, email, mobile, landline } = user
  const { address1, address2, city, county, nation, postcode } = user
  return {
    title,
    first_name,
    last_name,
    email,
    mobile,
    landline,
    address1,
    address2,
    city,
    county,
    nation,
    postcode,
    dob: user.dob ?? '',
    gender: String(user.gender),
    nhs_number: user.nhs_number,
    gp_surgery: user.gp_surgery,
    reminders: user.reminders,
    allergies: user.allergies.map(({ id, name }) => ({ id, name })),
  }
}

function toWrite({ gp_surgery, allergies, dob, gender, ...texts }: ProfileDraft) {
  return {
    ...texts,
    dob: toPlainDate(dob) || null,
    gender: Number(gender),
    gp_surgery_id: gp_surgery?.id ?? null,
    allergies: allergies.map(({ id }) => id),
  }
}

function ownProblems(draft: ProfileDraft): Partial<Record<ProfileField, string>> {
  const problem = dateProblem(draft.dob, 'Date of birth')
  return {
    ...(!draft.email.trim() && { email: 'Enter your email address' }),
    ...(problem && { dob: problem }),
  }
}

const profileResolver = questionResolver<ProfileDraft, ProfileWrite>({
  schema: ProfileWrite,
  toWrite,
  questionOf: findProfileField,
  ownProblems,
})
