import type {
  Answer,
  AnsweredFile,
  Answers,
  GroupEntry,
  Signature,
} from '../contract/forms/form-answers.ts'

/* Checks the shapes of answers without their schemas, so that pages need not load Zod. */

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

const isText = (value: unknown): value is string => typeof value === 'string'

export const isSignature = (raw: unknown): raw is Signature =>
  isObject(raw) &&
  isText(raw['name']) &&
  isText(raw['signed_on']) &&
  (raw['drawn'] === undefined || isText(raw['drawn'])) &&
  hasNoMore(raw, ['name', 'signed_on', 'drawn'])

const hasNoMore = (raw: object, names: readonly string[]) =>
  Object.keys(raw).every((name) => names.includes(name))

/** It is what the database takes; what is no id at all fits the schema of an entry of a group. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const isFile = (raw: unknown): raw is AnsweredFile =>
  isObject(raw) &&
  isText(raw['id']) &&
  UUID.test(raw['id']) &&
  isText(raw['name']) &&
  isText(raw['type']) &&
  typeof raw['bytes'] === 'number' &&
  hasNoMore(raw, ['id', 'name', 'type', 'bytes'])

export const isFiles = (raw: unknown): raw is AnsweredFile[] =>
  Array.isArray(raw) && raw.every(isFile)

export const isTexts = (raw: unknown): raw is string[] => Array.isArray(raw) && raw.every(isText)

export const isEntry = (raw: unknown): raw is GroupEntry => isObject(raw)

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
