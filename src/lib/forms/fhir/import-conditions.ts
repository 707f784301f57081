import { findOperators } from '../../contract/forms/form-definition.ts'
import type { Condition, ConditionGroup, GroupedItem } from '../../contract/forms/form-item.ts'
import { type FhirNode, findChild, findChildren } from './fhir-node.ts'
import { importedAnswer } from './import-answers.ts'
import {
  addToReport,
  type ImportScope,
  type ItemSource,
  markValue,
  type QuestionnaireReading,
  textAt,
} from './importing.ts'

type ReadCondition = { is: 'exact'; condition: Condition } | { is: 'impossible'; why: string }

/**
 * Where a condition cannot be said in the form, the item is shown more often rather than less, and
 * the report names it.
 */
export function importedConditions(
  importing: QuestionnaireReading,
  source: ItemSource,
  scope: ImportScope,
): ConditionGroup | undefined {
  const nodes = findChildren(source.node, 'enableWhen')
  if (nodes.length === 0) return undefined
  const match = findMatch(importing, source, nodes.length)
  const read = nodes.map((node) => ({ node, result: readCondition(importing, node, scope) }))
  const impossible = read.filter(({ result }) => result.is === 'impossible')
  for (const { node, result } of impossible) {
    importing.marks.mark(node)
    const why = result.is === 'impossible' ? result.why : ''
    addToReport(
      importing,
      'unsafe',
      node,
      source.name,
      `This is shown more often than before: ${why}.`,
    )
  }
  if (match === 'any' && impossible.length > 0) return undefined
  const conditions = withoutExistence(
    match,
    read.map(({ result }) => result),
  )
  if (conditions.length > 20) {
    addToReport(
      importing,
      'unsafe',
      source.node,
      source.name,
      `It has ${conditions.length} conditions; a form takes 20. ${match === 'any' ? 'It is always shown now.' : 'Only the first 20 count.'}`,
    )
    if (match === 'any') return undefined
  }
  return conditions.length > 0 ? { match, conditions: conditions.slice(0, 20) } : undefined
}

function findMatch(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  count: number,
): 'all' | 'any' {
  const behaviour = textAt(importing, node, 'enableBehavior')
  if (behaviour === 'all' || behaviour === 'any') return behaviour
  if (count === 1) return 'all'
  addToReport(
    importing,
    'unsafe',
    node,
    name,
    'It does not say if all of its conditions must be true, or one of them. Now one is enough.',
  )
  return 'any'
}

/** Where an answer must exist besides, "not equal" is a plain "is not", which says that as well. */
function withoutExistence(match: 'all' | 'any', read: readonly ReadCondition[]): Condition[] {
  const known = read.flatMap((result) => (result.is === 'impossible' ? [] : [result.condition]))
  const isAsked = (id: string) =>
    match === 'all' && known.some(({ operator, item }) => operator === 'is_answered' && item === id)
  const exact = known.map((condition) =>
    condition.operator === 'is_not_or_unanswered' && isAsked(condition.item)
      ? { ...condition, operator: 'is_not' as const }
      : condition,
  )
  return exact.filter(
    ({ operator, item }) =>
      operator !== 'is_answered' ||
      match === 'any' ||
      !exact.some((other) => other.operator === 'is_not' && other.item === item),
  )
}

const impossible = (why: string): ReadCondition => ({ is: 'impossible', why })

function readCondition(
  importing: QuestionnaireReading,
  node: FhirNode,
  scope: ImportScope,
): ReadCondition {
  const linkId = findChild(node, 'question')?.value
  const operator = findChild(node, 'operator')?.value
  if (typeof linkId !== 'string') return impossible('its condition names no question')
  const item = scope.get(linkId)
  if (!item) {
    return impossible(
      importing.linkIds.has(linkId)
        ? `its condition looks at “${linkId}”, which comes later, repeats or was left out`
        : `its condition looks at “${linkId}”, which is not in this questionnaire`,
    )
  }
  const answer = readConditionAnswer(node)
  if (!answer) return impossible('its condition has nothing to compare with')
  const result =
    operator === 'exists'
      ? existence(item, answer.value.value)
      : compared(importing, item, String(operator), answer)
  if (result.is !== 'impossible') {
    for (const part of ['question', 'operator']) importing.marks.mark(findChild(node, part))
    markValue(importing.marks, answer.value)
  }
  return result
}

function existence(item: GroupedItem, isThere: unknown): ReadCondition {
  if (isThere === true) {
    return findOperators(item).includes('is_answered')
      ? { is: 'exact', condition: { item: item.id, operator: 'is_answered' } }
      : impossible('its condition looks at something that has no answer')
  }
  return impossible('a form cannot ask if an earlier question has no answer')
}

const operators: Readonly<Record<string, Condition['operator']>> = {
  '=': 'is',
  '!=': 'is_not_or_unanswered',
  '>': 'more_than',
  '>=': 'at_least',
  '<': 'less_than',
  '<=': 'at_most',
}

function compared(
  importing: QuestionnaireReading,
  item: GroupedItem,
  sign: string,
  answer: ConditionAnswer,
): ReadCondition {
  const isList = item.type === 'checkboxes'
  const plain = Object.hasOwn(operators, sign) ? operators[sign] : undefined
  const operator = isList && plain === 'is' ? 'includes' : plain
  if (!operator || !findOperators(item).includes(operator)) {
    return impossible(`“${sign.slice(0, 20)}” does not work with the earlier question`)
  }
  const value = importedAnswer(importing, item, answer)
  if (value === undefined) {
    return impossible('the answer that it compares with cannot be given in the form')
  }
  if (item.type === 'checkbox' && value === false) {
    return impossible('a form cannot ask if a box is not ticked')
  }
  const condition = { item: item.id, operator, value } as Condition
  return { is: 'exact', condition }
}

type ConditionAnswer = { kind: string; value: FhirNode }

/** Finds the part that is called `answerBoolean`, `answerCoding` and so on. */
function readConditionAnswer(node: FhirNode): ConditionAnswer | undefined {
  const kinds = ['Boolean', 'Decimal', 'Integer', 'Date', 'DateTime', 'Time', 'String', 'Coding']
  return [...kinds, 'Quantity'].flatMap((kind) => {
    const value = findChild(node, `answer${kind}`)
    return value ? [{ kind, value }] : []
  })[0]
}
