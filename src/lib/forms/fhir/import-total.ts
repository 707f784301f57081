import type { FormItemByType, GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import {
  extensionValue,
  type FhirNode,
  findChild,
  findChildren,
  findExtensions,
} from './fhir-node.ts'
import type { ItemPlace } from './import-place.ts'
import { addToReport, flagAt, type ItemSource, type QuestionnaireReading } from './importing.ts'
import { type ScoreTerm, scoreTerms } from './score-expression.ts'

export type ImportedTotal = Pick<FormItemByType<'calculated'>, 'calculation' | 'of'>

/**
 * Is undefined where the expression is not plainly a sum, or where a question that counts is out of
 * reach, because half a score would mislead.
 */
export function importedTotal(
  importing: QuestionnaireReading,
  source: ItemSource,
  { scope, isRepeated }: ItemPlace,
): ImportedTotal | undefined {
  const { node, name, type } = source
  const isNumber = ['decimal', 'integer', 'quantity'].includes(type)
  if (!isNumber || isRepeated || findChild(node, 'repeats')?.value === true) return undefined
  const written = findExpression(node)
  const terms = written && scoreTerms(written.text)
  const counted = terms && countedIn(importing, terms, scope)
  if (!written || !counted || counted.size === 0) return undefined
  for (const part of written.parts) importing.marks.mark(part)
  flagAt(importing, node, 'readOnly')
  const of = [...scope.values()].flatMap(({ id }) => (counted.has(id) ? [id] : []))
  addToReport(importing, 'unsafe', node, name, sentence(of.length, written.description))
  return { calculation: 'score', of }
}

const totalUrls = [
  extensionUrls.calculatedExpression,
  extensionUrls.calculatedValue,
  extensionUrls.initialExpression,
]

function findExpression(node: FhirNode) {
  const [extension, other] = totalUrls.flatMap((url) => findExtensions(node, url))
  const value = extensionValue(extension, 'Expression')
  if (!extension || !value || other) return undefined
  const text = findChild(value, 'expression')?.value
  const language = findChild(value, 'language')?.value
  if (language !== 'text/fhirpath' || typeof text !== 'string') return undefined
  const description = findChild(value, 'description')
  const isSaid = typeof description?.value === 'string'
  const known = ['language', 'expression', 'name'].map((part) => findChild(value, part))
  return {
    text,
    description: isSaid ? String(description.value).slice(0, 5_000) : '',
    parts: [findChild(extension, 'url'), ...known, ...(isSaid ? [description] : [])],
  }
}

function sentence(count: number, description: string): string {
  const questions =
    count === 1 ? 'the score of 1 earlier question' : `the scores of ${count} earlier questions`
  const said = description.trim() === '' ? '' : ` It was described as: ${description.trim()}`
  return `An expression calculated it. It now adds up ${questions}, and is empty until all that are shown are answered. Check that these are the right ones.${said}`
}

function countedIn(
  importing: QuestionnaireReading,
  terms: readonly ScoreTerm[],
  scope: ItemPlace['scope'],
): Set<string> | undefined {
  const items = new Map([...scope.values()].map((item) => [item.id, item]))
  const counted = new Set<string>()
  for (const term of terms) {
    const found = findChoices(importing, term)
    if (!found || (term.isOne && found.length !== 1)) return undefined
    const mustScore = term.isOne || term.steps.at(-1)?.to === 'named'
    for (const node of found) {
      const id = importing.ids.get(node.path) ?? ''
      const scores = scoring(items.get(id), node)
      // Twice in a sum, its score would count twice.
      if (scores === 'unknown' || counted.has(id)) return undefined
      if (scores === 'none' && mustScore) return undefined
      if (scores === 'some') counted.add(id)
    }
  }
  return counted
}

/**
 * Is 'unknown' where its options are elsewhere, or where it comes later, repeats or was left out.
 */
function scoring(item: GroupedItem | undefined, node: FhirNode): 'some' | 'none' | 'unknown' {
  if (item) {
    if (!('options' in item)) return 'unknown'
    return item.options.some(({ score }) => score !== undefined) ? 'some' : 'none'
  }
  const isScored = /ordinalValue|itemWeight/.test(JSON.stringify(node.value))
  return isScored || findChild(node, 'answerValueSet') ? 'unknown' : 'none'
}

/**
 * Published questionnaires forget that their questions are in a section: a path that leads to no
 * choice is taken to mean those further in.
 */
function findChoices(
  importing: QuestionnaireReading,
  { steps }: ScoreTerm,
): FhirNode[] | undefined {
  const isMissing = steps.some(
    (step) => step.to === 'named' && step.linkIds.some((linkId) => !importing.linkIds.has(linkId)),
  )
  if (isMissing) return undefined
  const choicesAt = (isDeep: boolean) =>
    reached(importing.root, steps, isDeep).filter((node) =>
      ['choice', 'open-choice'].includes(String(findChild(node, 'type')?.value)),
    )
  const exactly = choicesAt(false)
  return exactly.length > 0 ? exactly : choicesAt(true)
}

function reached(root: FhirNode, steps: ScoreTerm['steps'], isDeep: boolean): FhirNode[] {
  return steps.reduce<FhirNode[]>(
    (nodes, step) => {
      if (step.to === 'named') return nodes.filter((node) => isNamed(node, step.linkIds))
      if (step.to === 'others') return nodes.filter((node) => !isNamed(node, step.linkIds))
      if (step.to === 'everything' || isDeep) return unique(nodes.flatMap(allInside))
      return step.to === 'items' ? nodes.flatMap(findItems) : unique(nodes.flatMap(allInGroups))
    },
    [root],
  )
}

const isNamed = (node: FhirNode, linkIds: readonly string[]) =>
  linkIds.includes(String(findChild(node, 'linkId')?.value))

/** They are those of the questionnaire or group; a response has a question's in its answer. */
const findItems = (node: FhirNode): FhirNode[] =>
  node.path === '' || findChild(node, 'type')?.value === 'group' ? findChildren(node, 'item') : []

const allInGroups = (node: FhirNode): FhirNode[] =>
  findItems(node).flatMap((each) => [each, ...allInGroups(each)])

const allInside = (node: FhirNode): FhirNode[] =>
  findChildren(node, 'item').flatMap((each) => [each, ...allInside(each)])

const unique = (nodes: readonly FhirNode[]): FhirNode[] => [
  ...new Map(nodes.map((node) => [node.path, node])).values(),
]
