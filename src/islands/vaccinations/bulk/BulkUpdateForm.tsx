import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { OperationResponse } from '#lib/contract/operation.ts'
import type { vaccinationOperations } from '#lib/contract/records/vaccination-operations.ts'
import type { BulkField } from '#lib/contract/records/vaccinations.ts'
import type { RequestedUpdate } from '#machines/vaccinations/vaccination-bulk-update.machine.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { ErrorSummary, type SummarisedError } from '../../ui/form/ErrorSummary.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { LONGEST_CHANGE_REASON } from '../record-text.ts'

type BulkUpdateDraft = Partial<Record<BulkField, string>>

/** These have to have a value; the others can be emptied. */
const NEEDED: readonly BulkField[] = ['vaccine_product_id', 'batch_number']

const missingIn = (draft: BulkUpdateDraft): BulkField[] =>
  NEEDED.filter((field) => draft[field] !== undefined && draft[field]?.trim() === '')

function toRequestedSet(draft: BulkUpdateDraft): RequestedUpdate['set'] {
  const values = Object.entries(draft).map(([field, text]) => {
    if (field === 'vaccine_product_id') return [field, Number(text)]
    if (field === 'expiry_date') return [field, text === '' ? null : text]
    return [field, text]
  })
  return Object.fromEntries(values) as RequestedUpdate['set']
}

type Fields = OperationResponse<
  (typeof vaccinationOperations)['GET admin/vaccinationhistories/fields/']
>['results']
type Field = Fields[number]

type BulkUpdateFormProps = {
  entered: RequestedUpdate | null
  pending: boolean
  alert: ReactNode
  onPreview: (update: RequestedUpdate) => void
}

export function BulkUpdateForm({ ...rest }: BulkUpdateFormProps) {
  const api = useApi()
  const query = useQuery(fieldsQuery(api))
  if (query.data) return <Form {...rest} {...query.data} />
  return <QueryStatus query={query} what="the fields" loading="Looking up the fields" />
}

type Choice = { value: string; label: string }
type FormProps = Omit<BulkUpdateFormProps, 'api'> & { fields: Fields; products: Choice[] }

function Form({ fields, products, entered, pending, alert, onPreview }: FormProps) {
  const [draft, setDraft] = useState<BulkUpdateDraft>(() => toDraft(entered))
  const [reason, setReason] = useState(entered?.reason ?? '')
  const [attempt, setAttempt] = useState(0)
  const prefix = useId()
  const first = useRef<HTMLInputElement>(null)
  const missing = missingIn(draft)
  const none = Object.keys(draft).length === 0
  const isAsked = attempt > 0
  const findError = ({ field, label }: Field) =>
    isAsked && missing.includes(field) ? `Enter the ${label.toLowerCase()}` : undefined
  const noReason = isAsked && reason.trim() === '' ? 'Enter a reason' : undefined
  const errors: SummarisedError[] = [
    ...(none && isAsked
      ? [{ message: 'Choose what to change', fieldId: `${prefix}-${fields[0]?.field}-chosen` }]
      : []),
    ...fields.flatMap((field) => {
      const message = findError(field)
      return message ? [{ message, fieldId: `${prefix}-${field.field}` }] : []
    }),
    ...(noReason ? [{ message: noReason, fieldId: `${prefix}-reason` }] : []),
  ]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending || focusTooLong(event.currentTarget)) return
    if (none || missing.length > 0 || reason.trim() === '') setAttempt(attempt + 1)
    else onPreview({ set: toRequestedSet(draft), reason })
  }
  const enter = (field: Field['field'], text: string) => setDraft({ ...draft, [field]: text })
  const toggle = ({ field }: Field, isChosen: boolean) => {
    const { [field]: _, ...others } = draft
    setDraft(isChosen ? { ...others, [field]: '' } : others)
  }
  return (
    <form noValidate aria-label="What to change" className="flex flex-col gap-5" onSubmit={submit}>
      <ErrorSummary errors={errors} attempt={attempt} />
      <fieldset className="flex flex-col gap-3">
        <legend className="label mb-1">What do you want to change?</legend>
        {fields.map((field, place) => (
          <div key={field.field} className="flex flex-col gap-2">
            <label className="choice">
              <input
                ref={place === 0 ? first : undefined}
                id={`${prefix}-${field.field}-chosen`}
                type="checkbox"
                checked={draft[field.field] !== undefined}
                onChange={(event) => toggle(field, event.target.checked)}
              />
              {field.label}
            </label>
            {draft[field.field] !== undefined && (
              <div className="ms-9">
                <NewValue
                  id={`${prefix}-${field.field}`}
                  field={field}
                  products={products}
                  value={draft[field.field] ?? ''}
                  error={findError(field)}
                  onEnter={(text) => enter(field.field, text)}
                />
              </div>
            )}
          </div>
        ))}
      </fieldset>
      <TextAreaField
        id={`${prefix}-reason`}
        label="Why do you change them?"
        hint="The reason is kept with each record."
        error={noReason}
        rows={2}
        limit={LONGEST_CHANGE_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {alert}
      <div>
        <Button type="submit" pending={pending} pendingLabel="Checking">
          Preview the changes
        </Button>
      </div>
    </form>
  )
}

type NewValueProps = {
  id: string
  field: Field
  products: Choice[]
  value: string
  error: string | undefined
  onEnter: (text: string) => void
}

function NewValue({ id, field, products, value, error, onEnter }: NewValueProps) {
  const { label, type, choices } = field
  const texts = { id, error, label: `New ${label.toLowerCase()}`, value }
  if (type === 'product' || type === 'choice') {
    const none = type === 'product' ? 'Choose a vaccine' : 'Not recorded'
    return (
      <SelectField
        {...texts}
        choices={[{ value: '', label: none }, ...(type === 'product' ? products : choices)]}
        onChange={(event) => onEnter(event.target.value)}
      />
    )
  }
  return (
    <TextField
      {...texts}
      {...(type === 'date' ? ANY_DAY : { autoComplete: 'off' })}
      width="max-w-80"
      onChange={(event) => onEnter(event.target.value)}
    />
  )
}

const toDraft = (entered: RequestedUpdate | null): BulkUpdateDraft =>
  Object.fromEntries(
    Object.entries(entered?.set ?? {}).map(([field, value]) => [field, String(value ?? '')]),
  )

const fieldsQuery = (api: ApiClient) => ({
  ...atOnce,
  queryKey: ['vaccination-fields'],
  queryFn: async () => {
    const [{ results: fields }, { results }] = await Promise.all([
      api.call('GET admin/vaccinationhistories/fields/'),
      api.call('GET admin/vaccineproducts/', { query: { page_size: 500, ordering: 'name' } }),
    ])
    const products = results.map(({ id, name }) => ({ value: String(id), label: name }))
    return { fields, products }
  },
})
