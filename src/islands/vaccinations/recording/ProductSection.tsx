import { useRef, useState } from 'react'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import type { EnteredVaccination } from '#machines/vaccinations/vaccination-recording.types.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { formatBatch } from '../format-vaccination.ts'
import { KeyedRadios } from '../KeyedRadios.tsx'
import { SectionForm } from './SectionForm.tsx'
import { fieldAmong, sectionResolver } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

type ProductDraft = {
  vaccine_product_id: string
  batch: string
  batch_number: string
  expiry_date: string
  manufacturer: string
}

const productQuestions = [
  'vaccine_product_id',
  'batch',
  'batch_number',
  'expiry_date',
  'manufacturer',
] as const satisfies (keyof ProductDraft)[]

const OTHER = 'other batch'

type Batches = VaccinationStart['batches']

const filterBatches = (batches: Batches, productId: string): Batches =>
  batches.filter(({ vaccine_product_id }) => String(vaccine_product_id) === productId)

/**
 * A vaccine that is due is chosen, where it is given at such an appointment and no other one is due.
 * The batch that the clinician used today comes first; it is chosen where its vaccine is usual at
 * the appointment. Nothing else is chosen for anybody.
 */
function firstProductDraft(
  { products, batches }: Pick<VaccinationStart, 'products' | 'batches'>,
  entered: EnteredVaccination,
): ProductDraft {
  const { vaccine_product_id, batch_number = '', expiry_date, manufacturer = '' } = entered
  if (vaccine_product_id !== undefined) {
    const productId = String(vaccine_product_id)
    const isListed = filterBatches(batches, productId).some(
      (one) => one.batch_number === batch_number,
    )
    const other = { batch_number, expiry_date: expiry_date ?? '', manufacturer }
    return {
      vaccine_product_id: productId,
      batch: isListed ? batch_number : batch_number === '' ? '' : OTHER,
      ...(isListed ? noOther : other),
    }
  }
  const due = products.filter(({ due_on }) => due_on !== null)
  const isUsualKnown = products.some(({ is_usual }) => is_usual)
  const [expected, ...others] = due.filter(({ is_usual }) => is_usual || !isUsualKnown)
  if (expected && others.length === 0) {
    const today = filterBatches(batches, String(expected.id)).find(({ used_today }) => used_today)
    return {
      vaccine_product_id: String(expected.id),
      batch: today?.batch_number ?? '',
      ...noOther,
    }
  }
  const usual = products.filter(({ is_usual }) => is_usual).map(({ id }) => id)
  const used = batches.find((batch) => batch.used_today && usual.includes(batch.vaccine_product_id))
  const only = usual.length === 1 ? String(usual[0]) : ''
  return {
    vaccine_product_id: used ? String(used.vaccine_product_id) : only,
    batch: used?.batch_number ?? '',
    ...noOther,
  }
}

const noOther = { batch_number: '', expiry_date: '', manufacturer: '' }

const productResolver = (batches: Batches, isGiven: () => boolean) =>
  sectionResolver<ProductDraft>(
    ({ vaccine_product_id, batch, batch_number, expiry_date }) => {
      const isOther = isGiven() && batch === OTHER
      return {
        vaccine_product_id: vaccine_product_id === '' && 'Choose the vaccine',
        batch: isGiven() && batch === '' && 'Choose the batch',
        batch_number: isOther && batch_number.trim() === '' && 'Enter the batch number',
        expiry_date: isOther && expiry_date === '' && 'Enter the expiry date',
      }
    },
    ({ vaccine_product_id, batch, batch_number, expiry_date, manufacturer }) => {
      const listed = filterBatches(batches, vaccine_product_id).find(
        (one) => one.batch_number === batch,
      )
      const isOther = batch === OTHER
      return {
        vaccine_product_id: Number(vaccine_product_id),
        batch_number: listed?.batch_number ?? (isOther ? batch_number : ''),
        expiry_date: listed?.expiry_date ?? (isOther && expiry_date ? expiry_date : null),
        manufacturer: listed?.manufacturer ?? (isOther ? manufacturer : ''),
        ...(!isGiven() && { was_administered: false }),
      }
    },
  )

const toId = (question: keyof ProductDraft) => `vaccination-${question}`

export function ProductSection({ start, context, pending, send }: SectionProps) {
  const { products, batches } = start
  const hasConsent = context.entered.consent_obtained === true
  const isGiven = useRef(hasConsent)
  const [resolver] = useState(() => productResolver(batches, () => isGiven.current))
  const state = useQuestionForm<ProductDraft, keyof ProductDraft, object>({
    defaultValues: firstProductDraft(start, context.entered),
    resolver,
    questions: productQuestions,
    questionOf: fieldAmong<ProductDraft>(productQuestions),
    idOf: toId,
    pending,
    serverErrors: context.refusedFields,
    onSubmit: (entered) => send({ type: 'product.entered', entered }),
  })
  const { form, text, texts, fill } = state
  const { vaccine_product_id: productId, batch } = form.watch()
  const listed = filterBatches(batches, productId)
  const submit = (willBeGiven: boolean) => {
    isGiven.current = willBeGiven
    state.submit()
  }
  const batchError =
    texts('batch').error ??
    (batch === OTHER ? undefined : (texts('batch_number').error ?? texts('expiry_date').error))
  return (
    <SectionForm
      title="Vaccine and batch"
      state={{ ...state, submit: () => submit(hasConsent) }}
      pending={pending}
      isRefused={Object.keys(context.refusedFields).length > 0}
      more={
        hasConsent && (
          <Button look="secondary" unavailable={pending} onClick={() => submit(false)}>
            It will not be given
          </Button>
        )
      }
    >
      <SelectField
        {...text('vaccine_product_id')}
        label="Vaccine"
        choices={[
          { value: '', label: 'Choose a vaccine' },
          ...products.map(({ id, name, due_on }) => ({
            value: String(id),
            label: due_on ? `${name} (due ${formatCalendarDate(due_on)})` : name,
          })),
        ]}
        onChange={({ target: { value } }) =>
          fill({ vaccine_product_id: value, batch: findFirstBatch(filterBatches(batches, value)) })
        }
      />
      {hasConsent && productId !== '' && (
        <KeyedRadios
          id={toId('batch')}
          error={batchError}
          legend="Batch"
          choices={[
            ...listed.map((one) => ({
              value: one.batch_number,
              label: (
                <>
                  {formatBatch(one)}
                  {one.used_today && <span className="tag ml-2">Used today</span>}
                </>
              ),
            })),
            { value: OTHER, label: 'Another batch' },
          ]}
          value={batch}
          onChoose={(value) => fill({ batch: value })}
        />
      )}
      {hasConsent && productId !== '' && batch === OTHER && (
        <>
          <TextField
            {...text('batch_number')}
            label="Batch number"
            autoComplete="off"
            autoCapitalize="characters"
            width="max-w-60"
          />
          <TextField
            {...text('expiry_date')}
            {...ANY_DAY}
            label="Expiry date"
            hint="The batch can be used until the end of this day."
            width="max-w-60"
          />
          <TextField {...text('manufacturer')} label="Manufacturer" optional autoComplete="off" />
        </>
      )}
    </SectionForm>
  )
}

const findFirstBatch = (listed: ReturnType<typeof filterBatches>) =>
  listed.length === 0 ? OTHER : (listed.find(({ used_today }) => used_today)?.batch_number ?? '')
