import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
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
import { useBeginAt } from '../../ui/use-begin-at.ts'
import type { GuestField } from './guest-validation.ts'
import { type GuestFormInput, type GuestFormState, useGuestForm } from './use-guest-form.ts'

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
        words={state.words}
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
          words={state.words('gp_surgery')}
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
          words={state.words('dob')}
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
          id={state.words('reminders').id}
          value={field.value}
          onChange={field.onChange}
          sendsTexts={sendsTexts}
        />
      )}
    </fieldset>
  )
}
