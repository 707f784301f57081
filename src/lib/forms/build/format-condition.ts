import { findOperators } from '#lib/contract/forms/form-definition.ts'
import type { Condition, ConditionOperator, GroupedItem } from '#lib/contract/forms/form-item.ts'

const operatorLabels: Record<ConditionOperator, string> = {
  is: 'is',
  is_not: 'is not',
  is_not_or_unanswered: 'is not, or has no answer',
  is_one_of: 'is one of',
  includes: 'includes',
  more_than: 'is more than',
  at_least: 'is at least',
  less_than: 'is less than',
  at_most: 'is at most',
  is_answered: 'is answered',
}

const dateOperatorLabels: Partial<Record<ConditionOperator, string>> = {
  more_than: 'is after',
  at_least: 'is on or after',
  less_than: 'is before',
  at_most: 'is on or before',
}

export function formatOperator(operator: ConditionOperator, { type }: GroupedItem): string {
  const isMoment = type === 'date' || type === 'time' || type === 'datetime'
  return (isMoment && dateOperatorLabels[operator]) || operatorLabels[operator]
}

export const canBeCompared = (item: GroupedItem) => findOperators(item).length > 0

export function comparedChoices(item: GroupedItem): { value: string; label: string }[] | null {
  if (item.type === 'checkbox') return [{ value: 'true', label: 'Ticked' }]
  return 'options' in item ? item.options : null
}

export const likeliestItem = (from: readonly GroupedItem[]) =>
  from.findLast((item) => comparedChoices(item) !== null) ?? from.findLast(canBeCompared)

export function newCondition(item: GroupedItem, operator?: ConditionOperator): Condition {
  const usual = comparedChoices(item) ? findOperators(item)[0] : undefined
  const chosen = operator ?? usual ?? 'is_answered'
  const value = firstValue(item)
  switch (chosen) {
    case 'is_answered':
      return { item: item.id, operator: chosen }
    case 'is_one_of':
      return { item: item.id, operator: chosen, values: [value] }
    case 'includes':
      return { item: item.id, operator: chosen, value: String(value) }
    case 'is':
    case 'is_not':
    case 'is_not_or_unanswered':
      return { item: item.id, operator: chosen, value }
    default:
      return { item: item.id, operator: chosen, value: String(value) }
  }
}

function firstValue(item: GroupedItem): string | true {
  if (item.type === 'checkbox') return true
  return 'options' in item ? (item.options[0]?.value ?? '') : ''
}
