import { findGroup } from '#lib/forms/build/change-items.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useBuilding } from './building.ts'
import type { ItemFieldsProps } from './ItemEditor.tsx'
import { NumberField } from './NumberField.tsx'

const LABEL = 'Begins with this answer'
const inputs: Readonly<Record<string, string>> = { date: 'date', datetime: 'datetime-local' }

export function InitialField({ item, put }: ItemFieldsProps) {
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
