import { useRef, useState } from 'react'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { formatBatch } from '../format-vaccination.ts'
import { KeyedRadios } from '../KeyedRadios.tsx'
import {
  filterBatches,
  firstProductDraft,
  OTHER,
  type ProductDraft,
  productQuestions,
  productResolver,
} from './product-draft.ts'
import { SectionForm } from './SectionForm.tsx'
import { fieldAmong } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

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
  const { form, text, words, fill } = state
  const { vaccine_product_id: productId, batch } = form.watch()
  const listed = filterBatches(batches, productId)
  const submit = (willBeGiven: boolean) => {
    isGiven.current = willBeGiven
    state.submit()
  }
  const batchError =
    words('batch').error ??
    (batch === OTHER ? undefined : (words('batch_number').error ?? words('expiry_date').error))
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
