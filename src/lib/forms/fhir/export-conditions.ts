import type { Condition, ConditionGroup, GroupedItem } from '../../contract/forms/form-item.ts'
import { type Exporting, exportedAnswer, type FhirJson } from './export-answers.ts'

type ExportedConditions = {
  enableWhen?: FhirJson[]
  enableBehavior?: 'all' | 'any'
  lost: string[]
}

const signs = {
  is: '=',
  is_not: '!=',
  is_not_or_unanswered: '!=',
  includes: '=',
  more_than: '>',
  at_least: '>=',
  less_than: '<',
  at_most: '<=',
} as const

/** Other programs show the item more often rather than less where FHIR cannot say it. */
export function exportedConditions(
  group: ConditionGroup | undefined,
  exporting: Exporting,
): ExportedConditions {
  if (!group) return { lost: [] }
  const { match, conditions } = group
  const isOne = conditions.length === 1
  const read = conditions.map((condition) => enabledWhen(condition, exporting))
  const isAny = match === 'any' || (isOne && conditions[0]?.operator === 'is_one_of')
  const isWhole = read.every(
    ({ together, parts }) => parts.length === 1 || together === (isAny ? 'any' : 'all') || isOne,
  )
  const known = read.every(({ parts }) => parts.length > 0)
  const parts = read.flatMap((each) =>
    each.parts.length === 1 || isOne || each.together === (isAny ? 'any' : 'all')
      ? each.parts
      : isAny
        ? each.parts.slice(-1)
        : [],
  )
  const lost =
    isWhole && known ? [] : ['Other programs will show it more often than this one does.']
  if (parts.length === 0 || (isAny && !known)) return { lost }
  const together = isOne ? (read[0]?.together ?? 'all') : isAny ? 'any' : 'all'
  return {
    enableWhen: parts,
    ...(parts.length > 1 && { enableBehavior: together }),
    lost,
  }
}

/** Several parts stand for one condition, and go together in one way. */
function enabledWhen(
  condition: Condition,
  { targets, timeZone }: Exporting,
): { parts: FhirJson[]; together: 'all' | 'any' } {
  const question = condition.item
  const target = targets.get(question)
  const exists = { question, operator: 'exists', answerBoolean: true }
  if (condition.operator === 'is_answered') return { parts: [exists], together: 'all' }
  if (!target) return { parts: [], together: 'all' }
  const compare = (sign: string, value: string | number | boolean): FhirJson[] => {
    const answer = answerPart(target, value, timeZone)
    return answer ? [{ question, operator: sign, ...answer }] : []
  }
  if (condition.operator === 'is_one_of') {
    const parts = condition.values.map((value) => compare('=', value))
    return { parts: parts.every((each) => each.length > 0) ? parts.flat() : [], together: 'any' }
  }
  const compared = compare(signs[condition.operator], condition.value)
  // Without an answer "is not" holds in FHIR.
  const isNot = condition.operator === 'is_not' && compared.length > 0
  return { parts: isNot ? [exists, ...compared] : compared, together: 'all' }
}

/** `answerUri` is not one of FHIR's, and addresses compare as text. */
function answerPart(
  target: GroupedItem,
  value: string | number | boolean,
  timeZone: string,
): FhirJson | undefined {
  const answer = exportedAnswer(target, value, timeZone)
  if (!answer) return undefined
  const [[kind, given] = ['', undefined]] = Object.entries(answer)
  const name = kind === 'valueUri' ? 'String' : kind.slice('value'.length)
  return { [`answer${name}`]: given }
}
