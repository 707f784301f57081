import { type AnswerPattern, prefillFields } from '#lib/contract/forms/form-constants.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { findGroup } from '#lib/forms/build/change-items.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { type ItemFieldsProps, useBuilding } from './building.ts'
import { NumberField } from './NumberField.tsx'

type NumberProperty = { property: string; label: string }

export function MoreFields({ item, put }: ItemFieldsProps) {
  const { id, type } = item
  const numbers = numberProperties[type] ?? []
  const texts = textProperties[type] ?? []
  const values = item as Record<string, unknown>
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold">More</summary>
      <div className="mt-3 flex flex-col gap-4">
        {numbers.map(({ property, label }) => (
          <NumberField
            key={property}
            id={`item-${id}-${property}`}
            label={label}
            value={values[property] as number | undefined}
            onChange={(value) => put(property, value)}
          />
        ))}
        {texts.map(({ property, label, input }) => (
          <TextField
            key={property}
            id={`item-${id}-${property}`}
            label={label}
            optional
            type={input ?? 'text'}
            value={String(values[property] ?? '')}
            onChange={({ target }) => put(property, target.value || undefined)}
          />
        ))}
        {isTyped(item) && (
          <SelectField
            id={`item-${id}-pattern`}
            label="What the answer must look like"
            value={item.pattern ?? ''}
            choices={[{ value: '', label: 'Anything' }, ...patterns]}
            onChange={({ target }) => put('pattern', target.value || undefined)}
          />
        )}
        {canPrefill(item) && (
          <SelectField
            id={`item-${id}-prefill`}
            label="Begins with, from the patient’s record"
            value={item.prefill ?? ''}
            choices={[{ value: '', label: 'Nothing' }, ...prefills]}
            onChange={({ target }) => put('prefill', target.value || undefined)}
          />
        )}
        <InitialField item={item} put={put} />
        {item.type === 'file' && (
          <label className="choice">
            <input
              type="checkbox"
              checked={item.multiple === true}
              onChange={({ target }) => put('multiple', target.checked || undefined)}
            />
            Several files can be sent
          </label>
        )}
        {'options' in item &&
          item.options.map((option, at) => (
            <fieldset
              // biome-ignore lint/suspicious/noArrayIndexKey: the value may be what changes
              key={at}
              className="builder-inset"
            >
              <legend className="label">{option.label || `Option ${at + 1}`}</legend>
              <TextField
                id={`item-${id}-option-${at}-value`}
                label={`Value of option ${at + 1}`}
                value={option.value}
                onChange={({ target }) =>
                  put(
                    'options',
                    item.options.with(at, { ...option, value: target.value }),
                    `options.${at}.value`,
                  )
                }
              />
              <NumberField
                id={`item-${id}-option-${at}-score`}
                label={`Score of option ${at + 1}`}
                value={option.score}
                onChange={(score) => {
                  const { score: _, ...rest } = option
                  const next = score === undefined ? rest : { ...rest, score }
                  put('options', item.options.with(at, next), `options.${at}.score`)
                }}
              />
            </fieldset>
          ))}
        <p className="hint">
          In the JSON view this item is called <code>{id}</code>.
        </p>
      </div>
    </details>
  )
}

const isTyped = (item: FormItem): item is Extract<FormItem, { max_length?: unknown }> =>
  ['text', 'textarea', 'email', 'tel', 'url', 'color'].includes(item.type)

const canPrefill = (item: FormItem): item is Extract<FormItem, { prefill?: unknown }> =>
  !['heading', 'paragraph', 'page', 'group', 'calculated', 'file', 'signature'].includes(item.type)

const lengths: readonly NumberProperty[] = [
  { property: 'min_length', label: 'Fewest characters' },
  { property: 'max_length', label: 'Most characters' },
]

const numberProperties: Partial<Record<FormItem['type'], readonly NumberProperty[]>> = {
  text: lengths,
  textarea: [...lengths, { property: 'rows', label: 'Lines in sight' }],
  email: lengths,
  tel: lengths,
  url: lengths,
  color: lengths,
  number: [
    { property: 'min', label: 'Smallest' },
    { property: 'max', label: 'Largest' },
    { property: 'step', label: 'Step' },
  ],
  group: [
    { property: 'min', label: 'Fewest entries' },
    { property: 'max', label: 'Most entries' },
  ],
}

type TextProperty = { property: string; label: string; input?: string }
const other: TextProperty = {
  property: 'other',
  label: 'A further option that asks for words, such as “Something else”',
}

const textProperties: Partial<Record<FormItem['type'], readonly TextProperty[]>> = {
  number: [{ property: 'unit', label: 'Unit' }],
  calculated: [{ property: 'unit', label: 'Unit' }],
  date: [
    { property: 'min', label: 'Earliest', input: 'date' },
    { property: 'max', label: 'Latest', input: 'date' },
  ],
  radio: [other],
  select: [other],
  checkboxes: [other],
  group: [{ property: 'add_label', label: 'Words of the “Add another” button' }],
}

const patternLabels: Record<AnswerPattern, string> = {
  date: 'A date, such as 2026/08/31',
  time: 'A time, such as 09:30',
  fulltime: 'A time with seconds, such as 09:30:00',
  email: 'An email address',
  hexColor: 'A colour, such as #ff0000',
  rgbColor: 'A colour, such as rgb(255,0,0)',
}
const patterns = Object.entries(patternLabels).map(([value, label]) => ({ value, label }))

const prefills = prefillFields.map((value) => ({ value, label: prefillLabel(value) }))

function prefillLabel(field: (typeof prefillFields)[number]): string {
  if (field === 'dob') return 'Date of birth'
  if (field === 'nhs_number') return 'NHS number'
  if (field === 'gp_surgery') return 'GP surgery'
  const fieldTitle = field.replaceAll('_', ' ')
  return fieldTitle.charAt(0).toUpperCase() + fieldTitle.slice(1)
}

const LABEL = 'Begins with this answer'
const inputs: Readonly<Record<string, string>> = { date: 'date', datetime: 'datetime-local' }

function InitialField({ item, put }: ItemFieldsProps) {
  const { items } = useBuilding()
  const id = `item-${item.id}-initial`
  if (findGroup(items, item.id)) return null
  const shared = { id, label: LABEL, optional: true }
  switch (item.type) {
    case 'heading':
    case 'paragraph':
    case 'page':
    case 'group':
    case 'calculated':
    case 'file':
    case 'signature':
      return null
    case 'number':
      return (
        <NumberField {...shared} value={item.initial} onChange={(value) => put('initial', value)} />
      )
    case 'checkbox':
      return (
        <label className="choice">
          <input
            type="checkbox"
            checked={item.initial === true}
            onChange={({ target }) => put('initial', target.checked || undefined)}
          />
          Ticked from the start
        </label>
      )
    case 'radio':
    case 'select':
      return (
        <SelectField
          {...shared}
          value={item.initial ?? ''}
          choices={[{ value: '', label: 'Nothing' }, ...item.options]}
          onChange={({ target }) => put('initial', target.value || undefined)}
        />
      )
    case 'checkboxes':
      return (
        <fieldset>
          <legend className="label">Chosen from the start</legend>
          {item.options.map(({ value, label }) => (
            <label key={value} className="choice">
              <input
                type="checkbox"
                checked={item.initial?.includes(value) ?? false}
                onChange={({ target }) => {
                  const others = (item.initial ?? []).filter((one) => one !== value)
                  const chosen = target.checked ? [...others, value] : others
                  put('initial', chosen.length > 0 ? chosen : undefined)
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )
    case 'textarea':
      return (
        <TextAreaField
          {...shared}
          limit={20_000}
          value={item.initial ?? ''}
          onChange={({ target }) => put('initial', target.value || undefined)}
        />
      )
    default:
      return (
        <TextField
          {...shared}
          type={inputs[item.type] ?? 'text'}
          value={item.initial ?? ''}
          onChange={({ target }) => put('initial', target.value || undefined)}
        />
      )
  }
}
