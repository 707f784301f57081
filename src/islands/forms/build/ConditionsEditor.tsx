import { findOperators } from '#lib/contract/forms/form-definition.ts'
import type {
  Condition,
  ConditionGroup,
  ConditionOperator,
  GroupedItem,
} from '#lib/contract/forms/form-item.ts'
import { nameOfItem } from '#lib/forms/build/change-items.ts'
import {
  canBeCompared,
  comparedChoices,
  formatOperator,
  likeliestItem,
  newCondition,
} from '#lib/forms/build/format-condition.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useNextFocus } from '../../ui/use-next-focus.ts'

type ConditionsEditorProps = {
  id: string
  group: ConditionGroup
  from: readonly GroupedItem[]
  onChange: (group: ConditionGroup, field: string) => void
}

export function ConditionsEditor({ id, group, from, onChange }: ConditionsEditorProps) {
  const { match, conditions } = group
  const change = (at: number, condition: Condition, field: string) =>
    onChange({ match, conditions: conditions.with(at, condition) }, `${at}.${field}`)
  const likeliest = likeliestItem(from)
  const focusNext = useNextFocus()
  const remove = (at: number) => {
    focusNext(conditionId(id, Math.min(at, conditions.length - 2)))
    onChange({ match, conditions: conditions.toSpliced(at, 1) }, 'removed')
  }
  const add = (item: GroupedItem) => {
    focusNext(conditionId(id, conditions.length))
    onChange({ match, conditions: [...conditions, newCondition(item)] }, 'added')
  }
  return (
    <div className="flex flex-col gap-4">
      {conditions.length > 1 && (
        <SelectField
          id={`${id}-match`}
          label="How many must be true"
          value={match}
          choices={[
            { value: 'all', label: 'All of them' },
            { value: 'any', label: 'At least one of them' },
          ]}
          onChange={({ target }) =>
            onChange({ match: target.value === 'any' ? 'any' : 'all', conditions }, 'match')
          }
        />
      )}
      {conditions.map((condition, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name but its place
          key={at}
          className="builder-condition"
        >
          <ConditionFields
            id={`${id}-${at}`}
            condition={condition}
            from={from}
            onChange={(next, field) => change(at, next, field)}
          />
          {conditions.length > 1 && (
            <div>
              <Button
                look="quiet"
                small
                aria-label={`Remove condition ${at + 1}`}
                onClick={() => remove(at)}
              >
                Remove
              </Button>
            </div>
          )}
        </div>
      ))}
      {likeliest && (
        <div>
          <Button look="quiet" small onClick={() => add(likeliest)}>
            Add another condition
          </Button>
        </div>
      )}
    </div>
  )
}

const conditionId = (group: string, at: number) => `${group}-${at}-item`
export const firstConditionId = (group: string) => conditionId(group, 0)

type ConditionFieldsProps = {
  id: string
  condition: Condition
  from: readonly GroupedItem[]
  onChange: (condition: Condition, field: string) => void
}

function ConditionFields({ id, condition, from, onChange }: ConditionFieldsProps) {
  const item = from.find((one) => one.id === condition.item)
  const offered = from
    .filter(canBeCompared)
    .map((one) => ({ value: one.id, label: nameOfItem(one) }))
  const isLost = !offered.some(({ value }) => value === condition.item)
  const choices = isLost
    ? [{ value: condition.item, label: 'Choose a question' }, ...offered]
    : offered
  return (
    <>
      <SelectField
        id={`${id}-item`}
        label="Question"
        value={condition.item}
        choices={choices}
        {...(isLost && { error: 'Choose a question that comes before this one' })}
        onChange={({ target }) => {
          const next = from.find((one) => one.id === target.value)
          if (next) onChange(newCondition(next), 'item')
        }}
      />
      {item && (
        <SelectField
          id={`${id}-operator`}
          label="Comparison"
          value={condition.operator}
          choices={findOperators(item).map((value) => ({
            value,
            label: formatOperator(value, item),
          }))}
          onChange={({ target }) =>
            onChange(newCondition(item, target.value as ConditionOperator), 'operator')
          }
        />
      )}
      {item && <ComparedValue {...{ id, condition, item, onChange }} />}
    </>
  )
}

type ComparedValueProps = Omit<ConditionFieldsProps, 'from'> & { item: GroupedItem }

function ComparedValue({ id, condition, item, onChange }: ComparedValueProps) {
  if (condition.operator === 'is_answered') return null
  const choices = comparedChoices(item)
  if (condition.operator === 'is_one_of') {
    return <ComparedValues {...{ id, condition, item, onChange }} />
  }
  const put = (text: string) =>
    onChange({ ...condition, value: parseComparedValue(item, text) } as Condition, 'value')
  const value = String(condition.value)
  if (choices) {
    const offered = choices.map((one) => ({ value: one.value, label: one.label || 'No words yet' }))
    const isLost = !choices.some((one) => one.value === value)
    return (
      <SelectField
        id={`${id}-value`}
        label="Answer"
        value={value}
        choices={isLost ? [{ value, label: 'Choose an answer' }, ...offered] : offered}
        {...(isLost && { error: 'Choose an answer that the question has' })}
        onChange={({ target }) => put(target.value)}
      />
    )
  }
  return (
    <TextField
      id={`${id}-value`}
      label="Answer"
      type={valueInput[item.type] ?? 'text'}
      value={value}
      onChange={({ target }) => put(target.value)}
    />
  )
}

const valueInput: Partial<Record<GroupedItem['type'], string>> = {
  number: 'number',
  calculated: 'number',
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
}

type ComparedValuesProps = Omit<ComparedValueProps, 'condition'> & {
  condition: Extract<Condition, { operator: 'is_one_of' }>
}

function ComparedValues({ id, condition, item, onChange }: ComparedValuesProps) {
  const choices = comparedChoices(item)
  const { values } = condition
  if (!choices) {
    return (
      <TextField
        id={`${id}-value`}
        label="Answers"
        hint="Separate them with commas."
        value={values.join(', ')}
        onChange={({ target }) => {
          const words = target.value.split(', ').map((text) => parseComparedValue(item, text))
          onChange({ ...condition, values: words }, 'value')
        }}
      />
    )
  }
  return (
    <fieldset>
      <legend className="label">Answers</legend>
      {choices.map((choice) => {
        const value = parseComparedValue(item, choice.value)
        return (
          <label key={choice.value} className="choice">
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={({ target }) => {
                const others = values.filter((one) => one !== value)
                onChange(
                  { ...condition, values: target.checked ? [...others, value] : others },
                  'value',
                )
              }}
            />
            {choice.label}
          </label>
        )
      })}
    </fieldset>
  )
}

function parseComparedValue(item: GroupedItem, text: string): string | number | boolean {
  if (item.type === 'checkbox') return text === 'true'
  const isNumber = item.type === 'number' || item.type === 'calculated'
  return isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
