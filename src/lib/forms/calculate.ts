import type { AnswerToQuestion } from '../contract/forms/form-answers.ts'
import type { FormItemByType, GroupedItem } from '../contract/forms/form-item.ts'
import type { Answered } from './conditions.ts'

export type ShownEarlier = ReadonlyMap<string, GroupedItem>

/**
 * Is undefined while one of the shown items is unanswered or wrong, because half a score would
 * mislead.
 * @param on `YYYY-MM-DD`, for ages.
 */
export function calculate(
  { calculation, of }: FormItemByType<'calculated'>,
  shown: ShownEarlier,
  answered: Answered,
  on: string,
): number | undefined {
  const shownQuestions = of.filter((id) => shown.has(id))
  const answers = shownQuestions.flatMap((id) => answered.get(id) ?? [])
  if (answers.length === 0 || answers.length < shownQuestions.length) return undefined
  switch (calculation) {
    case 'sum':
      return rounded(answers.reduce((sum, { value }) => sum + Number(value), 0))
    case 'score':
      return rounded(answers.reduce((sum, answer) => sum + toScore(answer), 0))
    case 'bmi': {
      const [weight, height] = answers.map(({ value }) => Number(value))
      return weight && height ? rounded(weight / (height / 100) ** 2, 1) : undefined
    }
    case 'age':
      return ageOn(String(answers[0]?.value), on)
  }
}

function toScore({ item, value }: { item: GroupedItem; value: AnswerToQuestion }): number {
  if (typeof value === 'number') return value
  if (!('options' in item)) return 0
  const chosen = [value].flat()
  return item.options
    .filter((option) => chosen.includes(option.value))
    .reduce((sum, { score = 0 }) => sum + score, 0)
}

const rounded = (value: number, decimals = 6) => Number(value.toFixed(decimals))

function ageOn(birth: string, on: string): number | undefined {
  if (birth > on) return undefined
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4))
  return on.slice(5) < birth.slice(5) ? years - 1 : years
}
