import type { ComponentProps } from 'react'
import type { ControllerRenderProps, FieldValues, Path } from 'react-hook-form'
import { DateField } from '../../ui/form/DateField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { QuestionTexts, TextQuestion } from '../../ui/form/use-question-form.ts'

export function NameFields(props: {
  text: (field: 'title' | 'first_name' | 'last_name') => TextQuestion
}) {
  const { text } = props
  return (
    <>
      <TextField
        {...text('title')}
        label="Title"
        optional
        autoComplete="honorific-prefix"
        width="max-w-32"
      />
      <TextField {...text('first_name')} label="First name" autoComplete="given-name" />
      <TextField {...text('last_name')} label="Last name" autoComplete="family-name" />
    </>
  )
}

type BirthDateFieldProps<Draft extends FieldValues, Question extends Path<Draft>> = Pick<
  ComponentProps<typeof DateField>,
  'optional' | 'autoComplete'
> & {
  texts: QuestionTexts
  field: ControllerRenderProps<Draft, Question>
  onLeft: () => void
}

export function BirthDateField<Draft extends FieldValues, Question extends Path<Draft>>(
  props: BirthDateFieldProps<Draft, Question>,
) {
  const { texts, field, onLeft, ...more } = props
  return (
    <DateField
      {...texts}
      {...more}
      label="Date of birth"
      hint="For example, 31 3 1980"
      ref={field.ref}
      value={field.value}
      onChange={field.onChange}
      onBlur={onLeft}
    />
  )
}

type OwnTexts = TextQuestion & Partial<ComponentProps<typeof TextField>>

export function EmailField(props: OwnTexts) {
  return (
    <TextField
      label="Email address"
      type="email"
      autoComplete="email"
      spellCheck={false}
      {...props}
    />
  )
}

export function PhoneField(props: OwnTexts) {
  return (
    <TextField
      label="Mobile phone number"
      type="tel"
      autoComplete="tel"
      width="max-w-80"
      {...props}
    />
  )
}

export function NhsNumberField(props: TextQuestion) {
  return (
    <TextField
      {...props}
      label="NHS number"
      optional
      hint="10 digits, like 943 476 5919"
      inputMode="numeric"
      autoComplete="off"
      width="max-w-60"
    />
  )
}
