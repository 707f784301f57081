import type { Answer, Answers } from '../contract/forms/form-answers.ts'
import { isEntry, isTexts } from './answer-kinds.ts'
import { isSameAnswer, withoutBlanks } from './compare-answers.ts'

export type MergedAnswers = {
  /** Where both sides changed an answer, mine stands until somebody has chosen. */
  answers: Answers
  /** Items that both sides answered in different ways. */
  contested: readonly string[]
  /** Items whose answer is now that of the others. */
  taken: readonly string[]
}

/**
 * Two versions of a draft in one. What only one side changed stands; groups, files and signatures
 * are answers like others.
 * @param base the version that both began with.
 */
export function mergeAnswers(base: Answers, mine: Answers, others: Answers): MergedAnswers {
  const items = [...new Set([...Object.keys(others), ...Object.keys(mine)])]
  const isSame = (one: Answers, other: Answers, item: string) =>
    isSameAnswer(essence(one[item]), essence(other[item]))
  const differing = items.filter((item) => !isSame(mine, others, item))
  const taken = differing.filter((item) => isSame(mine, base, item))
  const contested = differing.filter(
    (item) => !isSame(mine, base, item) && !isSame(others, base, item),
  )
  const ofMine = Object.entries(mine).filter(([item]) => !taken.includes(item))
  const ofOthers = Object.entries(others).filter(([item]) => taken.includes(item))
  return { answers: Object.fromEntries([...ofMine, ...ofOthers]), contested, taken }
}

/** Without what nobody filled in, and without the order in which boxes were ticked. */
function essence(answer: Answer | undefined): unknown {
  if (answer === undefined) return undefined
  const { given } = withoutBlanks({ given: answer })
  if (isTexts(given)) return given.toSorted()
  if (!Array.isArray(given)) return given
  const filled = given.filter((each) => !isEntry(each) || Object.keys(each).length > 0)
  return filled.length > 0 ? filled : undefined
}
