import { z } from 'zod'
import { normalValues, unstorablePaths } from '../normal-text.ts'
import { answerPatterns } from './form-constants.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionOperator,
  FormItem,
  type GroupedItem,
  type ItemType,
  itemKinds,
} from './form-item.ts'
import { allItems } from './item-lists.ts'

const MOST_ITEMS = 300
const MOST_PROBLEMS = 5

/** A list, or JSON of one. Items without an id get one; errors name an item by its number. */
export const formDefinition = z
  .unknown()
  .transform((given, context): FormItem[] => {
    const items = parseList(given)
    const problems = typeof items === 'string' ? [items] : findProblems(items)
    for (const message of problems.slice(0, MOST_PROBLEMS)) {
      context.addIssue({ code: 'custom', message })
    }
    return typeof items === 'string' || problems.length > 0 ? z.NEVER : parsedItems(items)
  })
  .meta({ description: 'A list of items, or JSON of one; see the answer for what an item has' })

function parseList(given: unknown): unknown[] | string {
  let list = given
  if (typeof given === 'string') {
    try {
      list = normalValues(JSON.parse(given))
    } catch {
      return 'This is not JSON'
    }
  }
  const [wrong] = unstorablePaths(list)
  if (wrong !== undefined) return `${wrong}: Remove the unusual characters`
  if (!Array.isArray(list)) return 'Enter a list of items: [ … ]'
  if (list.length + groupedIn(list).length > MOST_ITEMS) {
    return `Enter ${MOST_ITEMS} items or fewer`
  }
  return list.map(withId)
}

const groupedIn = (list: readonly unknown[]) =>
  list.flatMap((given) => (isItem(given) && Array.isArray(given['items']) ? given['items'] : []))

function withId(given: unknown): unknown {
  if (!isItem(given) || !isKnown(given['type'])) return given
  const { id, ...rest } = given
  const isMissing = id === undefined || id === null || id === ''
  const named = isMissing ? { id: `${given['type']}-${randomPart()}`, ...rest } : given
  if (given['type'] !== 'group' || !Array.isArray(given['items'])) return named
  return { ...named, items: given['items'].map(withId) }
}

const randomPart = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const isItem = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const isKnown = (type: unknown): type is ItemType =>
  typeof type === 'string' && Object.hasOwn(itemKinds, type)

/** References are checked once every item is in order. */
function findProblems(items: readonly unknown[]): string[] {
  const numberById = new Map<unknown, string>()
  const problems = items.flatMap((given, place) => {
    const number = String(place + 1)
    const ofItem = itemProblems(given, number, numberById)
    const grouped = groupedIn([given]).flatMap((each, inside) =>
      idProblems(each, `${number}.${inside + 1}`, numberById),
    )
    return [...ofItem, ...grouped]
  })
  return problems.length > 0 ? problems : referenceProblems(parsedItems(items))
}

function itemProblems(given: unknown, number: string, numberById: Map<unknown, string>): string[] {
  if (!isItem(given)) return [`Item ${number} is not an item. Write it as { "type": … }`]
  const { type } = given
  if (!isKnown(type)) return [`${formatName(given, number)}: ${typeProblem(type)}`]
  const repeated = idProblems(given, number, numberById)
  if (repeated.length > 0) return repeated
  const parsed = itemKinds[type].safeParse(withKnownNames(given))
  return (parsed.error?.issues ?? []).map(
    (issue) => `${formatName(given, number)}: ${formatIssue(issue)}`,
  )
}

function idProblems(given: unknown, number: string, numberById: Map<unknown, string>): string[] {
  if (!isItem(given)) return []
  const earlier = numberById.get(given['id'])
  if (earlier !== undefined) {
    return [`${formatName(given, number)}: item ${earlier} has this id already`]
  }
  numberById.set(given['id'], number)
  return []
}

const formatName = ({ id }: Record<string, unknown>, number: string) =>
  `Item ${number}${typeof id === 'string' ? ` (${id.slice(0, 60)})` : ''}`

const typeProblem = (type: unknown) =>
  `its type must be one of ${Object.keys(itemKinds).join(', ')}${
    typeof type === 'string' ? `, not “${type.slice(0, 60)}”` : ''
  }`

function formatIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `“${issue.keys[0]?.slice(0, 60)}” is not known for this type`
  }
  return `${issue.path.join('.')}: ${issue.message}`
}

const parsedItems = (items: readonly unknown[]): FormItem[] => items.map(parsedItem)

function parsedItem(given: unknown): FormItem {
  const item = FormItem.parse(withKnownNames(given))
  const unknown = Object.fromEntries(unknownEntries(given))
  if (item.type !== 'group') return { ...item, ...unknown }
  return { ...item, ...unknown, items: groupedIn([given]).map(parsedItem) as GroupedItem[] }
}

function withKnownNames(given: unknown): unknown {
  if (!isItem(given)) return given
  const unknown = new Set(unknownEntries(given).map(([name]) => name))
  const known = Object.entries(given).filter(([name]) => !unknown.has(name))
  const item = Object.fromEntries(known)
  return Array.isArray(item['items']) ? { ...item, items: item['items'].map(withKnownNames) } : item
}

const unknownEntries = (given: unknown): [string, unknown][] =>
  isItem(given) ? Object.entries(given).filter(([name]) => !KNOWN_NAMES.has(name)) : []

/** A name that another kind knows is a mistake, so it is refused. */
const KNOWN_NAMES: ReadonlySet<string> = new Set(
  Object.values(itemKinds).flatMap(({ shape }) => Object.keys(shape)),
)

/** What a stored definition keeps although it has no effect, as people read it. */
export const unknownProperties = (items: readonly FormItem[]): string[] =>
  items.flatMap((item, place) => [
    ...unknownIn(item, String(place + 1)),
    ...groupedIn([item]).flatMap((each, inside) => unknownIn(each, `${place + 1}.${inside + 1}`)),
  ])

const unknownIn = (given: unknown, number: string): string[] =>
  unknownEntries(given).map(
    ([name]) =>
      `${formatName(given as Record<string, unknown>, number)}: “${name.slice(0, 60)}” is kept, and has no effect`,
  )

type Scope = ReadonlyMap<string, GroupedItem>

/** Conditions, alerts and calculations refer to earlier items only, so that answers go one way. */
function referenceProblems(items: readonly FormItem[]): string[] {
  const everything = new Map(allItems(items).map((item) => [item.id, item]))
  const earlier = new Map<string, GroupedItem>()
  const problems: string[] = []
  const check = (item: FormItem, number: string, scope: Scope) => {
    const name = `Item ${number} (${item.id})`
    const ofItem = [
      ...conditionProblems(item.show_when, scope, everything),
      ...('alerts' in item ? (item.alerts ?? []) : []).flatMap(({ when }) =>
        conditionProblems(when, withItself(scope, item), everything),
      ),
      ...(item.type === 'calculated' ? calculationProblems(item, scope, everything) : []),
      ...initialProblems(item, scope === earlier),
    ]
    problems.push(...ofItem.map((problem) => `${name}: ${problem}`))
  }
  items.forEach((item, place) => {
    check(item, String(place + 1), earlier)
    if (item.type === 'group') {
      const within = new Map(earlier)
      item.items.forEach((each, inside) => {
        check(each, `${place + 1}.${inside + 1}`, within)
        within.set(each.id, each)
      })
    } else if (item.type !== 'page') earlier.set(item.id, item)
  })
  return problems
}

/** A repeated entry begins empty, so that a blank one can be told from a filled one. */
function initialProblems(item: FormItem, isOutsideGroups: boolean): string[] {
  if (!('initial' in item) || item.initial === undefined) return []
  if (!isOutsideGroups) return ['a question that repeats cannot begin with an answer']
  const wrong = [item.initial].flat().find((value) => !canBe(item, value))
  if (wrong !== undefined) return [`it cannot begin with ${JSON.stringify(wrong)}`]
  const { type, initial } = item
  const alone =
    type === 'checkboxes' && initial.length > 1
      ? item.options.find(({ value, exclusive }) => exclusive && initial.includes(value))
      : undefined
  return alone ? [`it cannot begin with “${alone.value}” and other answers`] : []
}

const withItself = (scope: Scope, item: FormItem): Scope =>
  item.type === 'group' || item.type === 'page' ? scope : new Map([...scope, [item.id, item]])

function missing(id: string, everything: ReadonlyMap<string, FormItem>): string {
  const item = everything.get(id)
  if (!item) return `there is no item “${id}”`
  if (item.type === 'page' || item.type === 'group') return `“${id}” has no answer to look at`
  return `“${id}” comes later, or is repeated. Refer to an earlier item`
}

function conditionProblems(
  group: ConditionGroup | undefined,
  scope: Scope,
  everything: ReadonlyMap<string, FormItem>,
): string[] {
  return (group?.conditions ?? []).flatMap((condition) => {
    const item = scope.get(condition.item)
    if (!item) return [missing(condition.item, everything)]
    if (!findOperators(item).includes(condition.operator)) {
      return [`“${condition.operator}” does not work with “${condition.item}”`]
    }
    const wrong = comparedWith(condition).find((value) => !canBe(item, value))
    return wrong === undefined ? [] : [`“${condition.item}” is never ${JSON.stringify(wrong)}`]
  })
}

const comparedWith = (condition: Condition): readonly (string | number | boolean)[] => {
  if (condition.operator === 'is_answered') return []
  return condition.operator === 'is_one_of' ? condition.values : [condition.value]
}

const ORDERED = ['more_than', 'at_least', 'less_than', 'at_most'] as const
const EQUAL = ['is', 'is_not', 'is_not_or_unanswered', 'is_one_of'] as const

export function findOperators({ type }: GroupedItem): readonly ConditionOperator[] {
  switch (type) {
    case 'heading':
    case 'paragraph':
      return []
    case 'file':
    case 'signature':
      return ['is_answered']
    case 'checkboxes':
      return ['includes', 'is_answered']
    case 'checkbox':
      return ['is', 'is_answered']
    case 'number':
    case 'calculated':
    case 'date':
    case 'time':
    case 'datetime':
      return [...EQUAL, ...ORDERED, 'is_answered']
    default:
      return [...EQUAL, 'is_answered']
  }
}

function canBe(item: GroupedItem, value: string | number | boolean): boolean {
  switch (item.type) {
    case 'number':
    case 'calculated':
      return typeof value === 'number'
    case 'checkbox':
      // A box that is not ticked is unanswered, which makes every condition false.
      return value === true
    case 'date':
      return typeof value === 'string' && z.iso.date().safeParse(value).success
    case 'time':
      return typeof value === 'string' && answerPatterns.time.test(value)
    case 'datetime':
      return typeof value === 'string' && DATE_AND_TIME.test(value)
    case 'select':
    case 'radio':
    case 'checkboxes':
      return item.other !== undefined || item.options.some((option) => option.value === value)
    default:
      return typeof value === 'string'
  }
}

const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/

function calculationProblems(
  { calculation, of }: Extract<GroupedItem, { type: 'calculated' }>,
  scope: Scope,
  everything: ReadonlyMap<string, FormItem>,
): string[] {
  const exactly = { bmi: 2, age: 1, sum: null, score: null }[calculation]
  if (exactly !== null && of.length !== exactly) {
    return [`“${calculation}” is calculated from ${exactly === 1 ? 'one item' : 'two items'}`]
  }
  return of.flatMap((id) => {
    const item = scope.get(id)
    if (!item) return [missing(id, everything)]
    return isCounted(calculation, item) ? [] : [`“${id}” cannot be used for “${calculation}”`]
  })
}

function isCounted(calculation: string, { type }: GroupedItem): boolean {
  if (calculation === 'age') return type === 'date'
  if (calculation === 'score') return ['select', 'radio', 'checkboxes', 'calculated'].includes(type)
  return type === 'number' || type === 'calculated'
}
