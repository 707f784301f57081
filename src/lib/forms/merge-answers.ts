import type { Answer, Answers, GroupEntry } from '../contract/forms/form-answers.ts'
import { MOST_ENTRIES } from '../contract/forms/form-constants.ts'
import { isEntry, isSameAnswer, isTexts, withoutBlanks } from './answer-kinds.ts'

export type MergedAnswers = {
  /** Where both sides changed an answer, mine stands until somebody has chosen. */
  answers: Answers
  contested: readonly string[]
  taken: readonly string[]
}

/**
 * Changes of one side stand, also within a group: entries that each side added are all kept. Files
 * and signatures are answers like others.
 * @param base the version that both started with.
 */
export function mergeAnswers(base: Answers, mine: Answers, others: Answers): MergedAnswers {
  const items = [...new Set([...Object.keys(others), ...Object.keys(mine)])]
  const isSame = (one: Answers, other: Answers, item: string) =>
    isSameAnswer(essence(one[item]), essence(other[item]))
  const differing = items.filter((item) => !isSame(mine, others, item))
  const taken = differing.filter((item) => isSame(mine, base, item))
  const both = differing.filter((item) => !isSame(mine, base, item) && !isSame(others, base, item))
  const grown = both.flatMap((item): [string, GroupEntry[]][] => {
    const entries = mergedEntries(base[item], mine[item], others[item])
    return entries ? [[item, entries]] : []
  })
  const added = grown.map(([item]) => item)
  const ofMine = Object.entries(mine).filter(([item]) => !taken.includes(item))
  const ofOthers = Object.entries(others).filter(([item]) => taken.includes(item))
  return {
    answers: Object.fromEntries([...ofMine, ...ofOthers, ...grown]),
    contested: both.filter((item) => !added.includes(item)),
    taken: [...taken, ...added],
  }
}

/** Is undefined where both changed one entry, or one took entries away. */
function mergedEntries(
  ...[base, mine, others]: readonly (Answer | undefined)[]
): GroupEntry[] | undefined {
  const [before, here, there] = [
    toGroupEntries(base ?? []),
    toGroupEntries(mine),
    toGroupEntries(others),
  ]
  if (!before || !here || !there) return undefined
  if (here.length < before.length || there.length < before.length) return undefined
  const merged = before.flatMap((entry, place) => {
    const [one = {}, other = {}] = [here[place], there[place]]
    if (isSameAnswer(one, other) || isSameAnswer(other, entry)) return [one]
    return isSameAnswer(one, entry) ? [other] : []
  })
  if (merged.length < before.length) return undefined
  const after = (entries: readonly GroupEntry[]) => entries.slice(before.length)
  const all = [...merged, ...allEntries(after(here), after(there))]
  return all.length > MOST_ENTRIES ? undefined : all
}

export const allEntries = (
  mine: readonly GroupEntry[],
  others: readonly GroupEntry[],
): GroupEntry[] => [
  ...mine,
  ...others.filter((other) => !mine.some((one) => isSameAnswer(one, other))),
]

/** Lists the entries that somebody filled in; undefined of an answer that is no group. */
export function toGroupEntries(answer: Answer | undefined): GroupEntry[] | undefined {
  if (!Array.isArray(answer)) return undefined
  const list: readonly unknown[] = answer
  if (!list.every((each) => isEntry(each) && !('bytes' in each))) return undefined
  const { given } = withoutBlanks({ given: answer })
  return ((given ?? []) as GroupEntry[]).filter((entry) => Object.keys(entry).length > 0)
}

/** Leaves out what nobody filled in, and the order in which boxes were ticked. */
function essence(answer: Answer | undefined): unknown {
  if (answer === undefined) return undefined
  const { given } = withoutBlanks({ given: answer })
  if (isTexts(given)) return given.toSorted()
  if (!Array.isArray(given)) return given
  const filled = given.filter((each) => !isEntry(each) || Object.keys(each).length > 0)
  return filled.length > 0 ? filled : undefined
}
