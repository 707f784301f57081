import { formDefinition } from '../contract/forms/form-definition.ts'
import type { FormItem } from '../contract/forms/form-item.ts'
import { readAnswer } from './read-answer.ts'

const LONGEST_SHOWN = 80

/** The questions of such a definition start with nothing that a person could not submit. */
export const fillableDefinition = formDefinition.superRefine((items, context) => {
  for (const message of beginningProblems(items)) context.addIssue({ code: 'custom', message })
})

export function beginningProblems(items: readonly FormItem[]): string[] {
  return items.flatMap((item, place) => {
    if (!('initial' in item) || item.initial === undefined) return []
    const { problem } = readAnswer(item, item.initial)
    const shown = JSON.stringify(item.initial).slice(0, LONGEST_SHOWN)
    return problem === undefined
      ? []
      : [`Item ${place + 1} (${item.id}): it cannot begin with ${shown}: ${problem}`]
  })
}
