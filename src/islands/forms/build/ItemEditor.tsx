import type { FormItem, FormItemByType, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { findSiblings, formatItemKind, nameOfItem } from '#lib/forms/build/change-items.ts'
import { likeliestItem, newCondition } from '#lib/forms/build/format-condition.ts'
import { earlierItems } from '#lib/forms/build/references.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { AlertsEditor } from './AlertsEditor.tsx'
import { firstFieldId, type ItemFieldsProps, type PutProperty, useBuilding } from './building.ts'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import { MoreFields } from './MoreFields.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'

export function ItemEditor({ item }: { item: FormItem }) {
  const { send, problems } = useBuilding()
  const { id } = item
  const put: PutProperty = (property, value, field = property) => {
    const { [property]: _, ...rest } = item as Record<string, unknown>
    const changed = value === undefined ? rest : { ...item, [property]: value }
    send({ type: 'item.changed', id, field, item: changed as FormItem })
  }
  const ofItem = problems.filter((problem) => problem.id === id)
  return (
    <section
      aria-label="Selected item"
      className="flex flex-col gap-5"
      onBlur={() => send({ type: 'field.left' })}
    >
      <h3 className="heading-3">{formatItemKind(item)}</h3>
      {ofItem.length > 0 && (
        <ul className="banner banner-warn">
          {ofItem.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <Wording item={item} put={put} />
      {'options' in item && <OptionsEditor item={item} put={put} />}
      {item.type === 'calculated' && <CalculationFields item={item} put={put} />}
      {'required' in item || isRequirable(item) ? (
        <label className="choice">
          <input
            type="checkbox"
            checked={('required' in item && item.required) === true}
            onChange={({ target }) => put('required', target.checked || undefined)}
          />
          Must be answered
        </label>
      ) : null}
      <ShownWhen item={item} put={put} />
      {canAlert(item) && <AlertsEditor item={item} put={put} />}
      <MoreFields key={id} item={item} put={put} />
      <ItemActions item={item} />
    </section>
  )
}

const shownOnly = ['heading', 'paragraph', 'page', 'group']
const canAlert = ({ type }: FormItem) => !shownOnly.includes(type)
const isRequirable = ({ type }: FormItem) => !shownOnly.includes(type) && type !== 'calculated'

function Wording({ item, put }: ItemFieldsProps) {
  const id = firstFieldId(item.id)
  if (item.type === 'paragraph') {
    return (
      <TextAreaField
        id={id}
        label="Text to read"
        limit={5_000}
        value={item.text}
        onChange={({ target }) => put('text', target.value)}
      />
    )
  }
  return (
    <>
      <TextField
        id={id}
        label={labelTexts[item.type] ?? 'Question'}
        autoComplete="off"
        value={item.label}
        onChange={({ target }) => put('label', target.value)}
      />
      {item.type !== 'heading' && item.type !== 'page' && (
        <TextField
          id={`item-${item.id}-hint`}
          label="Hint"
          optional
          autoComplete="off"
          value={item.hint ?? ''}
          onChange={({ target }) => put('hint', target.value || undefined)}
        />
      )}
    </>
  )
}

const labelTexts: Partial<Record<FormItem['type'], string>> = {
  heading: 'Heading',
  page: 'Title of the page',
  group: 'What is repeated',
  calculated: 'What it shows',
  checkbox: 'Words beside the box',
}

function ItemActions({ item }: { item: FormItem }) {
  const { items, send, isConfirming } = useBuilding()
  const { id } = item
  const siblings = findSiblings(items, id)
  const at = siblings.findIndex((each) => each.id === id)
  const shared = { look: 'secondary', small: true } as const
  return (
    <fieldset className="flex flex-wrap gap-2" aria-label="Order and copies">
      <Button
        {...shared}
        unavailable={isConfirming || at === 0}
        onClick={() => send({ type: 'item.moved', id, to: at - 1 })}
      >
        Move up
      </Button>
      <Button
        {...shared}
        unavailable={isConfirming || at === siblings.length - 1}
        onClick={() => send({ type: 'item.moved', id, to: at + 1 })}
      >
        Move down
      </Button>
      <Button
        {...shared}
        unavailable={isConfirming}
        onClick={() => send({ type: 'item.duplicated', id })}
      >
        Duplicate
      </Button>
      <Button
        {...shared}
        unavailable={isConfirming}
        onClick={() => send({ type: 'item.removed', id })}
      >
        Remove item
      </Button>
    </fieldset>
  )
}

function ShownWhen({ item, put }: ItemFieldsProps) {
  const { items } = useBuilding()
  const earlier = earlierItems(items, item.id)
  const likeliest = likeliestItem(earlier)
  const { show_when: group } = item
  if (!group && !likeliest) return null
  return (
    <div className="flex flex-col gap-3">
      <label className="choice">
        <input
          type="checkbox"
          checked={group !== undefined}
          onChange={({ target }) =>
            put(
              'show_when',
              target.checked && likeliest
                ? { match: 'all', conditions: [newCondition(likeliest)] }
                : undefined,
            )
          }
        />
        Show this only after certain answers
      </label>
      {group && (
        <fieldset className="builder-inset">
          <legend className="label">Show this only when</legend>
          <ConditionsEditor
            id={`item-${item.id}-shown`}
            group={group}
            from={earlier}
            onChange={(next, field) => put('show_when', next, `show_when.${field}`)}
          />
        </fieldset>
      )}
    </div>
  )
}

type CalculationFieldsProps = { item: FormItemByType<'calculated'>; put: PutProperty }

function CalculationFields({ item, put }: CalculationFieldsProps) {
  const { items } = useBuilding()
  const { id, calculation, of } = item
  const counted = earlierItems(items, id).filter(({ type }) => sources[calculation].includes(type))
  const single = { bmi: ['Weight in kilograms', 'Height in centimetres'], age: ['Date of birth'] }
  const named = calculation === 'bmi' || calculation === 'age' ? single[calculation] : null
  return (
    <>
      <SelectField
        id={`item-${id}-calculation`}
        label="How it is calculated"
        value={calculation}
        choices={[
          { value: 'sum', label: 'The sum of numbers' },
          { value: 'score', label: 'The scores of the chosen options' },
          { value: 'bmi', label: 'Body mass index' },
          { value: 'age', label: 'Age, from a date' },
        ]}
        onChange={({ target }) => {
          put('calculation', target.value)
        }}
      />
      {named ? (
        named.map((label, at) => (
          <SelectField
            key={label}
            id={`item-${id}-of-${at}`}
            label={label}
            value={of[at] ?? ''}
            choices={[{ value: '', label: 'Choose' }, ...counted.map(asChoice)]}
            onChange={({ target }) => {
              const chosen = named.map((_, place) => of[place] ?? '').with(at, target.value)
              put('of', chosen.filter(Boolean), `of.${at}`)
            }}
          />
        ))
      ) : (
        <fieldset>
          <legend className="label">What is counted</legend>
          {counted.length === 0 && <p className="hint">No earlier question can be counted.</p>}
          {counted.map((one) => (
            <label key={one.id} className="choice">
              <input
                type="checkbox"
                checked={of.includes(one.id)}
                onChange={({ target }) => {
                  const others = of.filter((each) => each !== one.id)
                  put('of', target.checked ? [...others, one.id] : others, `of.${one.id}`)
                }}
              />
              {nameOfItem(one)}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

const asChoice = (item: GroupedItem) => ({ value: item.id, label: nameOfItem(item) })

const sources: Record<FormItemByType<'calculated'>['calculation'], readonly GroupedItem['type'][]> =
  {
    sum: ['number', 'calculated'],
    score: ['radio', 'select', 'checkboxes', 'calculated'],
    bmi: ['number', 'calculated'],
    age: ['date'],
  }
