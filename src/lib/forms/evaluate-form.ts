import type {
  Answer,
  Answers,
  AnswerToQuestion,
  GroupEntry,
} from '../contract/forms/form-answers.ts'
import { MOST_ENTRIES } from '../contract/forms/form-constants.ts'
import type {
  AnswerAlert,
  Condition,
  ConditionGroup,
  FormItem,
  FormItemByType,
  GroupedItem,
} from '../contract/forms/form-item.ts'
import { isEntry } from './answer-kinds.ts'
import { missingAnswer, readAnswer, WRONG_KIND } from './read-answer.ts'

export type ShownItem = {
  item: GroupedItem | FormItemByType<'group'>
  path: string
  value?: AnswerToQuestion
  problem?: string
  isUnread?: true
  entries?: readonly (readonly ShownItem[])[]
}

export type ShownPage = { page: FormItemByType<'page'> | null; items: readonly ShownItem[] }

export type FormProblem = { path: string; item: ShownItem['item']; message: string }

export type RaisedAlert = Pick<AnswerAlert, 'level' | 'text'> & { item: string; advice: string }

export type FormEvaluation = {
  pages: readonly ShownPage[]
  problems: readonly FormProblem[]
  answers: Answers
  alerts: readonly RaisedAlert[]
}

/**
 * Decides what a form shows, lacks, calculates and warns of. Items are taken in order, and what one
 * shows depends on earlier answers alone. Browser and server both ask it.
 * @param on `YYYY-MM-DD` in the clinic's zone: today, or when the form was submitted.
 */
export function evaluateForm(
  items: readonly FormItem[],
  draft: Answers,
  { on }: { on: string },
): FormEvaluation {
  const reading: Reading = { shown: new Map(), answered: new Map(), alerts: [], problems: [], on }
  const pages: { page: ShownPage['page']; items: ShownItem[] }[] = [{ page: null, items: [] }]
  const answers: Answers = {}
  let isPageShown = true
  for (const item of items) {
    if (item.type === 'page') {
      isPageShown = isMet(item.show_when, reading.answered)
      if (isPageShown) pages.push({ page: item, items: [] })
      continue
    }
    if (!isPageShown || !isMet(item.show_when, reading.answered)) continue
    const shown =
      item.type === 'group'
        ? readGroup(item, findAnswer(draft, item.id), reading)
        : readItem(item, findAnswer(draft, item.id), item.id, reading)
    pages.at(-1)?.items.push(shown)
    const given = shown.entries ? entriesGiven(shown.entries) : shown.value
    if (given !== undefined) answers[item.id] = given
  }
  const [first, ...others] = pages.filter((page) => page.items.length > 0)
  return {
    pages: first ? [first, ...others] : pages.slice(0, 1),
    problems: reading.problems,
    answers,
    alerts: reading.alerts.toSorted((a, b) => rank(a) - rank(b)),
  }
}

const rank = ({ level }: RaisedAlert) => (level === 'stop' ? 0 : 1)

export const findAnswer = <Value>(
  answers: Readonly<Record<string, Value>>,
  id: string,
): Value | undefined => (Object.hasOwn(answers, id) ? answers[id] : undefined)

type Reading = {
  shown: Map<string, GroupedItem>
  answered: Map<string, { item: GroupedItem; value: AnswerToQuestion }>
  alerts: RaisedAlert[]
  problems: FormProblem[]
  on: string
}

function readItem(
  item: GroupedItem,
  raw: Answer | undefined,
  path: string,
  reading: Reading,
): ShownItem {
  const { shown, answered, problems } = reading
  shown.set(item.id, item)
  const { value, problem, isUnread } = readValue(item, raw, reading)
  if (value !== undefined) answered.set(item.id, { item, value })
  if (problem !== undefined) problems.push({ path, item, message: problem })
  if ('alerts' in item) raise(item, answered, reading.alerts)
  return {
    item,
    path,
    ...(value !== undefined && { value }),
    ...(problem && { problem }),
    ...(isUnread && { isUnread }),
  }
}

function readValue(item: GroupedItem, raw: Answer | undefined, reading: Reading) {
  if (item.type === 'calculated') {
    const value = calculate(item, reading.shown, reading.answered, reading.on)
    return { value, problem: undefined, isUnread: false }
  }
  const { value, problem } = readAnswer(item, raw)
  const isMissing = value === undefined && problem === undefined
  const isRequired = 'required' in item && item.required === true
  return {
    value,
    problem: isMissing && isRequired ? missingAnswer(item) : problem,
    isUnread: problem !== undefined,
  }
}

function raise(
  item: Extract<GroupedItem, { alerts?: unknown }>,
  answered: Answered,
  to: RaisedAlert[],
) {
  for (const { when, level, text, advice = '' } of item.alerts ?? []) {
    const isRaised = to.some((alert) => alert.item === item.id && alert.text === text)
    if (!isRaised && isMet(when, answered)) to.push({ item: item.id, level, text, advice })
  }
}

function readGroup(
  group: FormItemByType<'group'>,
  raw: Answer | undefined,
  reading: Reading,
): ShownItem {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : []
  const given = list.filter(isEntry)
  const isUnread = given.length < list.length || (raw !== undefined && !Array.isArray(raw))
  const { min = 0, max = MOST_ENTRIES } = group
  const missing = Array.from({ length: Math.max(0, min - given.length) }, (): GroupEntry => ({}))
  const entries = [...given, ...missing].map((entry, index) =>
    readEntry(group, entry, index, reading),
  )
  const problem = isUnread
    ? WRONG_KIND
    : countProblem(given.length, entries.filter(isFilled).length, { min, max })
  if (problem) reading.problems.push({ path: group.id, item: group, message: problem })
  return {
    item: group,
    path: group.id,
    entries,
    ...(problem && { problem }),
    ...(isUnread && { isUnread }),
  }
}

const isFilled = (entry: readonly ShownItem[]) =>
  entry.some(({ item, value }) => value !== undefined && item.type !== 'calculated')

function countProblem(given: number, filled: number, { min, max }: { min: number; max: number }) {
  if (given > max) return `Enter ${max} or fewer`
  return filled < min ? `Enter ${min} or more` : undefined
}

/**
 * An entry sees what stands before the group, and its own earlier answers. Nothing is missing in a
 * blank one.
 */
function readEntry(
  group: FormItemByType<'group'>,
  entry: GroupEntry,
  index: number,
  reading: Reading,
): ShownItem[] {
  const isExpected = index < (group.min ?? 0) || !isBlank(entry)
  const within: Reading = {
    ...reading,
    shown: new Map(reading.shown),
    answered: new Map(reading.answered),
    problems: isExpected ? reading.problems : [],
  }
  return group.items.flatMap((item) => {
    if (!isMet(item.show_when, within.answered)) return []
    const path = `${group.id}.${index}.${item.id}`
    return [readItem(item, findAnswer(entry, item.id), path, within)]
  })
}

const isBlank = (entry: GroupEntry) =>
  Object.values(entry).every((raw) => raw === '' || raw === false || isNone(raw))

const isNone = (raw: unknown) => Array.isArray(raw) && raw.length === 0

function entriesGiven(entries: readonly (readonly ShownItem[])[]): GroupEntry[] | undefined {
  const given = entries
    .filter(isFilled)
    .map((entry) =>
      Object.fromEntries(
        entry.flatMap(({ item, value }) => (value === undefined ? [] : [[item.id, value]])),
      ),
    )
  return given.length > 0 ? given : undefined
}

type ShownEarlier = ReadonlyMap<string, GroupedItem>

/**
 * Is undefined while one of the shown items is unanswered or wrong, because half a score would
 * mislead.
 * @param on `YYYY-MM-DD`, for ages.
 */
function calculate(
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

type Answered = ReadonlyMap<string, { item: GroupedItem; value: AnswerToQuestion }>

function isMet(group: ConditionGroup | undefined, answered: Answered): boolean {
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
