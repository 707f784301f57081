import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { routeChoices, sitesFor } from '#lib/contract/records/administration-choices.ts'
import type {
  Vaccination,
  VaccinationRecord,
  VaccinationStart,
} from '#lib/contract/records/vaccinations.ts'
import type { VaccinationChange } from '#machines/vaccinations/vaccination-change.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { LONGEST_CHANGE_REASON, LONGEST_RECORD_TEXT } from '../record-text.ts'
import { doseNumberProblem } from '../recording/dose-number.ts'
import { fieldAmong, problemResolver } from '../recording/section-form.ts'

type Correction = Extract<VaccinationChange, { kind: 'correct' }>['correction']

type CorrectionFormProps = {
  record: VaccinationRecord
  start: VaccinationStart
  pending: boolean
  isOpen: boolean
  serverErrors: FieldErrors
  alert: ReactNode
  onSubmit: (correction: Correction) => void
}

const resolver = problemResolver<CorrectionDraft, CorrectionDraft>(
  ({ reason, dose_number }) => ({
    reason: reason.trim() === '' && 'Enter a reason',
    dose_number: doseNumberProblem(dose_number),
  }),
  (draft) => draft,
)

/** Batches that have expired since are typed as they were: only the day of the dose counts. */
export function CorrectionForm(props: CorrectionFormProps) {
  const { record, start, pending, isOpen, alert } = props
  useBeginAt('correction-vaccine_product_id')
  const state = useQuestionForm<CorrectionDraft, CorrectionField, CorrectionDraft>({
    defaultValues: correctionDraft(record),
    resolver,
    questions: correctionQuestions,
    questionOf: fieldAmong<CorrectionDraft>(correctionQuestions),
    idOf: (question) => `correction-${question}`,
    pending: pending || !isOpen,
    serverErrors: props.serverErrors,
    onSubmit: (draft) => props.onSubmit(toCorrection(record, draft)),
  })
  const { text, form } = state
  const shown = useRef(record)
  // Somebody else was quicker: what was not typed here follows what is on file now.
  useEffect(() => {
    const before = correctionDraft(shown.current)
    const now = correctionDraft(record)
    shown.current = record
    for (const field of correctionQuestions) {
      if (form.getValues(field) === before[field]) form.setValue(field, now[field])
    }
  }, [record, form])
  const products = start.products.map(({ id, name }) => ({ value: String(id), label: name }))
  const recorded = { value: String(record.vaccine_product_id), label: record.product_name }
  const isListed = products.some(({ value }) => value === recorded.value)
  const { was_administered: isGiven, is_historical: isHistorical } = record
  const none = { value: '', label: 'Not recorded' }
  return (
    <form
      noValidate
      aria-label="Correct this vaccination"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!focusTooLong(event.currentTarget)) state.submit()
      }}
    >
      <ErrorSummary errors={state.summary} attempt={state.attempt} />
      <SelectField
        {...text('vaccine_product_id')}
        label="Vaccine"
        choices={isListed ? products : [recorded, ...products]}
      />
      <TextField
        {...text('batch_number')}
        label="Batch number"
        list="correction-batches"
        autoComplete="off"
        width="max-w-60"
      />
      <datalist id="correction-batches">
        {start.batches.map(({ batch_number, vaccine_product_id }) => (
          <option key={`${vaccine_product_id} ${batch_number}`} value={batch_number} />
        ))}
      </datalist>
      <TextField {...text('expiry_date')} {...ANY_DAY} label="Expiry date" width="max-w-60" />
      <TextField {...text('manufacturer')} label="Manufacturer" optional autoComplete="off" />
      {isGiven && !isHistorical && (
        <>
          <SelectField
            {...text('route_of_administration')}
            label="Route"
            choices={[none, ...routeChoices]}
          />
          <SelectField
            {...text('site_of_administration')}
            label="Where on the body"
            choices={[none, ...sitesFor(form.watch('route_of_administration'))]}
          />
        </>
      )}
      {isHistorical && <TextField {...text('external_clinic_name')} label="Clinic" optional />}
      {isGiven && (
        <>
          <TextField
            {...text('dose_number')}
            label="Dose number"
            optional
            inputMode="numeric"
            width="max-w-32"
          />
          <TextField
            {...text('booster_due_date')}
            {...ANY_DAY}
            label="Next dose due"
            optional
            width="max-w-60"
          />
          <TextAreaField
            {...text('adverse_reactions')}
            label="Reactions"
            optional
            rows={2}
            limit={LONGEST_RECORD_TEXT}
          />
        </>
      )}
      <TextAreaField
        {...text('notes')}
        label="Notes"
        optional
        rows={2}
        limit={LONGEST_RECORD_TEXT}
      />
      <TextAreaField
        {...text('reason')}
        label="Why do you correct it?"
        hint="The earlier version stays readable."
        rows={2}
        limit={LONGEST_CHANGE_REASON}
      />
      {alert}
      {(isOpen || pending) && (
        <div>
          <Button type="submit" pending={pending} pendingLabel="Saving">
            Save correction
          </Button>
        </div>
      )}
    </form>
  )
}

const correctionQuestions = [
  'vaccine_product_id',
  'batch_number',
  'expiry_date',
  'manufacturer',
  'route_of_administration',
  'site_of_administration',
  'dose_number',
  'booster_due_date',
  'adverse_reactions',
  'external_clinic_name',
  'notes',
  'reason',
] as const
type CorrectionField = (typeof correctionQuestions)[number]
type CorrectionDraft = Record<CorrectionField, string>

const correctionDraft = (record: Vaccination): CorrectionDraft => ({
  vaccine_product_id: String(record.vaccine_product_id),
  batch_number: record.batch_number,
  expiry_date: record.expiry_date ?? '',
  manufacturer: record.manufacturer,
  route_of_administration: record.route_of_administration,
  site_of_administration: record.site_of_administration,
  dose_number: String(record.dose_number ?? ''),
  booster_due_date: record.booster_due_date ?? '',
  adverse_reactions: record.adverse_reactions,
  external_clinic_name: record.external_clinic_name,
  notes: record.notes,
  reason: '',
})

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** It has the whole record: what the form does not ask stays as it is on file. */
function toCorrection(record: Vaccination, draft: CorrectionDraft): Correction {
  const { vaccine_product_id, expiry_date, dose_number, booster_due_date, ...texts } = draft
  return {
    date_administered: record.date_administered,
    staff_id: record.staff_id,
    was_administered: record.was_administered,
    not_given_reason: record.not_given_reason,
    consent_obtained: record.consent_obtained,
    is_historical: record.is_historical,
    external_clinic_address: record.external_clinic_address,
    administered_by: record.administered_by,
    price: record.price,
    ...(texts as Omit<typeof texts, 'route_of_administration' | 'site_of_administration'> &
      Pick<Correction, 'route_of_administration' | 'site_of_administration'>),
    vaccine_product_id: Number(vaccine_product_id),
    expiry_date: orNull(expiry_date),
    dose_number: dose_number.trim() === '' ? null : Number(dose_number),
    booster_due_date: orNull(booster_due_date),
  }
}
