import type { Answers, AnswerToQuestion } from '../contract/forms/form-answers.ts'
import type { FormItem } from '../contract/forms/form-item.ts'

export const initialAnswers = (items: readonly FormItem[]): Answers =>
  Object.fromEntries(
    items.flatMap((item): [string, AnswerToQuestion][] =>
      'initial' in item && item.initial !== undefined ? [[item.id, item.initial]] : [],
    ),
  )
