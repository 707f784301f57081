import type { FormItemByType, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { nameOfItem } from '#lib/forms/build/change-items.ts'
import { earlierItems } from '#lib/forms/build/references.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { type PutProperty, useBuilding } from './building.ts'

type CalculationFieldsProps = { item: FormItemByType<'calculated'>; put: PutProperty }

export function CalculationFields({ item, put }: CalculationFieldsProps) {
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
