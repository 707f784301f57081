import type { Answer, Answers, GroupEntry } from '../contract/forms/form-answers.ts'
import { isEntry, isSignature } from './answer-kinds.ts'

/** The database keeps the names of a stored answer in another order. */
export const isSameAnswer = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)

const inOrder = (_: string, value: unknown) =>
  isEntry(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Removes from a draft what nobody answered. Entries of a group stay, however empty. */
export const withoutBlanks = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([id, answer]): [string, Answer][] => {
      if (isBlankAnswer(answer)) return []
      return [
        [id, isGroup(answer) ? answer.map((entry) => withoutBlanks(entry) as GroupEntry) : answer],
      ]
    }),
  )

const isGroup = (answer: Answer): answer is GroupEntry[] =>
  Array.isArray(answer) && answer.some((each) => isEntry(each) && !('bytes' in each))

export const isBlankAnswer = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  answer === '' ||
  answer === false ||
  (Array.isArray(answer) && answer.length === 0) ||
  (isSignature(answer) && answer.name === '' && !answer.drawn)
