import type { FormItem, FormItemByType } from '#lib/contract/forms/form-item.ts'
import {
  itemById,
  valueFromLabel,
  withChanged,
  withComparedValue,
} from '#lib/forms/build/change-items.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { type PutProperty, useBuilding } from './building.ts'

type ChoiceItem = Extract<FormItem, { options: unknown }>
type Option = ChoiceItem['options'][number]
type OptionsEditorProps = { item: ChoiceItem; put: PutProperty }

const optionId = (itemId: string, at: number) => `item-${itemId}-option-${at}`

export function OptionsEditor({ item, put }: OptionsEditorProps) {
  const { items, stored, send } = useBuilding()
  const { id, options } = item
  const focusNext = useNextFocus()
  const storedItem = itemById(stored, id)
  const storedValues =
    storedItem && 'options' in storedItem ? storedItem.options.map(({ value }) => value) : []
  const rename = (at: number, label: string) => {
    const option = options[at] as Option
    const others = options.toSpliced(at, 1).map(({ value }) => value)
    const isKept = storedValues.includes(option.value)
    const value = isKept ? option.value : valueFromLabel(label, [...others, ...storedValues])
    const changed = { ...item, options: options.with(at, { ...option, value, label }) }
    const next = withChanged(items, id, changed)
    send({
      type: 'item.changed',
      id,
      field: `options.${at}.label`,
      item: changed,
      items: withComparedValue(next, id, option.value, value),
    })
  }
  const remove = (at: number) => {
    focusNext(optionId(id, Math.min(at, options.length - 2)))
    put('options', options.toSpliced(at, 1), 'options.removed')
  }
  const add = () => {
    focusNext(optionId(id, options.length))
    const value = valueFromLabel('', [...options.map((one) => one.value), ...storedValues])
    put('options', [...options, { value, label: '' }], 'options.added')
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="label mb-2">Options</legend>
      {options.map((option, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the value follows what is typed
          key={at}
          className="builder-option"
        >
          <TextField
            id={optionId(id, at)}
            label={`Option ${at + 1}`}
            autoComplete="off"
            value={option.label}
            onChange={({ target }) => rename(at, target.value)}
          />
          <Button
            look="quiet"
            small
            aria-label={`Remove option ${at + 1}`}
            unavailable={options.length === 1}
            onClick={() => remove(at)}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button look="quiet" small onClick={add}>
          Add an option
        </Button>
      </div>
      {item.type === 'checkboxes' && <ExclusiveOption item={item} put={put} />}
    </fieldset>
  )
}

function ExclusiveOption({ item, put }: { item: FormItemByType<'checkboxes'>; put: PutProperty }) {
  const { id, options } = item
  const choices = options.map(({ label }, at) => ({
    value: String(at),
    label: label || `Option ${at + 1}`,
  }))
  const at = options.findIndex(({ exclusive }) => exclusive)
  return (
    <SelectField
      id={`item-${id}-exclusive`}
      label="Option that clears the others"
      hint="Such as “None of these”. It comes last in the form."
      value={at < 0 ? '' : String(at)}
      choices={[{ value: '', label: 'No option' }, ...choices]}
      onChange={({ target }) =>
        put(
          'options',
          options.map(({ exclusive: _, ...option }, place) =>
            String(place) === target.value ? { ...option, exclusive: true } : option,
          ),
          'options.exclusive',
        )
      }
    />
  )
}
