import type { AnswerToQuestion } from '../contract/forms/form-answers.ts'
import type { Condition, ConditionGroup, GroupedItem } from '../contract/forms/form-item.ts'

export type Answered = ReadonlyMap<string, { item: GroupedItem; value: AnswerToQuestion }>

export function isMet(group: ConditionGroup | undefined, answered: Answered): boolean {
  if (!group) return true
  const { match, conditions } = group
  return match === 'all'
    ? conditions.every((condition) => holds(condition, answered))
    : conditions.some((condition) => holds(condition, answered))
}

/** Is false while the item is hidden, unanswered or wrong, unless the condition takes that. */
function holds(condition: Condition, answered: Answered): boolean {
  const value = answered.get(condition.item)?.value
  if (value === undefined) return condition.operator === 'is_not_or_unanswered'
  switch (condition.operator) {
    case 'is':
      return value === condition.value
    case 'is_not':
    case 'is_not_or_unanswered':
      return value !== condition.value
    case 'is_one_of':
      return condition.values.some((each) => each === value)
    case 'includes':
      return Array.isArray(value) && value.some((each) => each === condition.value)
    case 'is_answered':
      return true
    default:
      return isOrdered(value, condition.operator, condition.value)
  }
}

function isOrdered(
  value: AnswerToQuestion,
  operator: 'more_than' | 'at_least' | 'less_than' | 'at_most',
  than: number | string,
): boolean {
  if (typeof value !== typeof than) return false
  const answer = value as number | string
  switch (operator) {
    case 'more_than':
      return answer > than
    case 'at_least':
      return answer >= than
    case 'less_than':
      return answer < than
    case 'at_most':
      return answer <= than
  }
}
