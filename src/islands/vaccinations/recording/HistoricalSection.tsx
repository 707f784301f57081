import { useState } from 'react'
import { useController } from 'react-hook-form'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { instantAt } from '#lib/dates/instant-at.ts'
import type { EnteredVaccination } from '#machines/vaccinations/vaccination-recording.types.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { doseNumberIn, doseNumberProblem } from './dose-number.ts'
import { SectionForm } from './SectionForm.tsx'
import { fieldAmong, sectionResolver } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

const QUESTIONS = [
  'vaccine_product_id',
  'date_administered',
  'external_clinic_name',
  'external_clinic_address',
  'administered_by',
  'batch_number',
  'expiry_date',
  'dose_number',
] as const
type HistoricalDraft = Record<(typeof QUESTIONS)[number], string>

/** Only the day is known; it begins at midnight, so that today is not in the future. */
const createResolver = (timeZone: string) =>
  sectionResolver<HistoricalDraft>(
    ({ vaccine_product_id, date_administered: date, dose_number }) => ({
      vaccine_product_id: vaccine_product_id === '' && 'Choose the vaccine',
      date_administered: date === '' ? 'Enter the date' : (dateProblem(date, 'Date') ?? false),
      dose_number: doseNumberProblem(dose_number),
    }),
    ({ vaccine_product_id, date_administered, expiry_date, dose_number, ...more }) => ({
      ...more,
      vaccine_product_id: Number(vaccine_product_id),
      date_administered: instantAt(toPlainDate(date_administered), '00:00', timeZone),
      expiry_date: expiry_date === '' ? null : expiry_date,
      dose_number: doseNumberIn(dose_number),
    }),
  )

const toDraft = (entered: EnteredVaccination, timeZone: string): HistoricalDraft => ({
  vaccine_product_id: String(entered.vaccine_product_id ?? ''),
  date_administered: entered.date_administered
    ? plainDateAt(entered.date_administered, timeZone)
    : '',
  external_clinic_name: entered.external_clinic_name ?? '',
  external_clinic_address: entered.external_clinic_address ?? '',
  administered_by: entered.administered_by ?? '',
  batch_number: entered.batch_number ?? '',
  expiry_date: entered.expiry_date ?? '',
  dose_number: String(entered.dose_number ?? ''),
})

export function HistoricalSection({ start, context, pending, send }: SectionProps) {
  const timeZone = useTimeZone()
  const [resolver] = useState(() => createResolver(timeZone))
  const state = useQuestionForm<HistoricalDraft, (typeof QUESTIONS)[number], object>({
    defaultValues: toDraft(context.entered, timeZone),
    resolver,
    questions: QUESTIONS,
    questionOf: fieldAmong<HistoricalDraft>(QUESTIONS),
    idOf: (question) => `vaccination-${question}`,
    pending,
    serverErrors: context.refusedFields,
    onSubmit: (entered) => send({ type: 'product.entered', entered }),
  })
  const { form, text, texts, check } = state
  const { field: date } = useController({ name: 'date_administered', control: form.control })
  return (
    <SectionForm
      title="What was given, and where"
      state={state}
      pending={pending}
      isRefused={Object.keys(context.refusedFields).length > 0}
    >
      <SelectField
        {...text('vaccine_product_id')}
        label="Vaccine"
        choices={[
          { value: '', label: 'Choose a vaccine' },
          ...start.products.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <DateField
        {...texts('date_administered')}
        label="When was it given?"
        value={date.value}
        onChange={date.onChange}
        onBlur={() => check('date_administered')}
        ref={date.ref}
      />
      <TextField {...text('external_clinic_name')} label="Clinic" optional autoComplete="off" />
      <TextField
        {...text('external_clinic_address')}
        label="Address of the clinic"
        optional
        autoComplete="off"
      />
      <TextField {...text('administered_by')} label="Given by" optional autoComplete="off" />
      <TextField
        {...text('batch_number')}
        label="Batch number"
        hint="Leave blank if nobody knows it."
        optional
        autoComplete="off"
        width="max-w-60"
      />
      <TextField
        {...text('expiry_date')}
        {...ANY_DAY}
        label="Expiry date"
        optional
        width="max-w-60"
      />
      <TextField
        {...text('dose_number')}
        label="Dose number"
        hint="Leave blank if nobody knows it."
        optional
        inputMode="numeric"
        width="max-w-32"
      />
    </SectionForm>
  )
}
