import type { FormItem } from '../../contract/forms/form-item.ts'
import { allItems } from '../../contract/forms/item-lists.ts'
import { fillableDefinition } from '../fillable-definition.ts'
import {
  type FhirNode,
  type FhirObject,
  findChild,
  findChildren,
  isFhirObject,
  ReadMarks,
} from './fhir-node.ts'
import { importedItems } from './import-items.ts'
import { itemIds } from './import-repeats.ts'
import { isHint } from './import-texts.ts'
import {
  addToReport,
  type FhirReportLine,
  type QuestionnaireReading,
  reportCut,
  textAt,
} from './importing.ts'
import { plainLine, plainParagraph } from './plain-text.ts'

export type ImportedQuestionnaire = {
  name: string
  title: string
  description: string
  items: FormItem[]
  report: FhirReportLine[]
}

/** It has a sentence where the questionnaire cannot be read at all. */
export type RefusedQuestionnaire = { problem: string; report?: readonly FhirReportLine[] }
type ImportOutcome = ImportedQuestionnaire | RefusedQuestionnaire

const MOST_ITEMS = 300
const DEEPEST = 20

/**
 * Every part that nothing reads is found by walking the JSON and reported, so that nothing is
 * dropped silently.
 * @param timeZone in which a form keeps dates with a time.
 */
export function importQuestionnaire(json: unknown, timeZone: string): ImportOutcome {
  if (!isFhirObject(json)) return { problem: 'This is not a FHIR questionnaire: it must be { … }' }
  const { resourceType } = json
  if (resourceType !== 'Questionnaire') {
    const named = typeof resourceType === 'string' ? ` It is a ${resourceType.slice(0, 60)}.` : ''
    return { problem: `This is not a FHIR questionnaire.${named}` }
  }
  const root = { value: json, path: '' }
  const nodes = allNodes(root)
  if (nodes === null) {
    return { problem: `This questionnaire is nested more than ${DEEPEST} levels deep.` }
  }
  const version = otherVersion(json, nodes)
  if (version) return { problem: `This is FHIR ${version}. Export it as FHIR R4 and try again.` }
  if (nodes.length === 0) return { problem: 'This questionnaire has no questions.' }
  const tooMany = { problem: `This questionnaire has more than ${MOST_ITEMS} items.` }
  if (nodes.filter((node) => !isHint(node)).length > MOST_ITEMS) return tooMany
  const trusting = readQuestionnaire(root, nodes, timeZone, true)
  const trusted = fillableDefinition.safeParse(trusting.items)
  const read = trusted.success ? trusting : readQuestionnaire(root, nodes, timeZone, false)
  const { report } = read
  if (read.items.length === 0) {
    return { problem: 'Nothing in this questionnaire can be asked.', report }
  }
  if (allItems(read.items).length > MOST_ITEMS) return { ...tooMany, report }
  const { data, error } = trusted.success ? trusted : fillableDefinition.safeParse(read.items)
  if (data) return { ...read, items: data }
  const reasons = error.issues.map(({ message }) => message).join('. ')
  return { problem: `This questionnaire cannot be read as a form. ${reasons}`, report }
}

/** Lists items of every level, in order; null where they are nested too deeply. */
function allNodes(root: FhirNode): FhirNode[] | null {
  const found: FhirNode[] = []
  let level = findChildren(root, 'item')
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= DEEPEST) return null
    found.push(...level)
    level = level.flatMap((node) => findChildren(node, 'item'))
  }
  return found
}

function readQuestionnaire(
  root: FhirNode,
  nodes: readonly FhirNode[],
  timeZone: string,
  trustsOwn: boolean,
): ImportedQuestionnaire {
  const linkIds = nodes.map((node) => String(findChild(node, 'linkId')?.value ?? ''))
  const ids = itemIds(linkIds)
  const importing: QuestionnaireReading = {
    root,
    marks: new ReadMarks(),
    lines: [],
    ids: new Map(nodes.map(({ path }, at) => [path, ids[at] ?? 'item'])),
    usedIds: new Set(ids),
    linkIds: new Set(linkIds),
    valueSets: containedValueSets(root),
    options: new Map(),
    units: new Map(),
    timeZone,
    trustsOwn,
  }
  importing.marks.mark(findChild(root, 'resourceType'))
  const whole = (part: string) => textAt(importing, root, part) ?? ''
  const title = plainLine(whole('title'), 200)
  const name = plainLine(whole('name'), 200)
  const description = plainParagraph(whole('description'), 2_000)
  reportCut(importing, root, null, { what: 'Its title', text: whole('title'), longest: 200 })
  reportCut(importing, root, null, { what: 'Its name', text: whole('name'), longest: 200 })
  reportCut(importing, root, null, {
    what: 'Its description',
    text: whole('description'),
    longest: 2_000,
  })
  const items = importedItems(importing)
  reportRenamed(importing, root, linkIds, ids)
  reportTwice(importing, nodes, linkIds)
  reportUnread(importing, root, nodes)
  return { name: name || title, title: title || name, description, items, report: importing.lines }
}

function containedValueSets(root: FhirNode): Map<string, FhirNode> {
  const lists = findChildren(root, 'contained').filter(
    (node) => findChild(node, 'resourceType')?.value === 'ValueSet',
  )
  return new Map(
    lists.flatMap((node): [string, FhirNode][] => {
      const [id, url] = [findChild(node, 'id')?.value, findChild(node, 'url')?.value]
      return [
        ...(typeof url === 'string' ? [[url, node] as [string, FhirNode]] : []),
        ...(typeof id === 'string' ? [[`#${id}`, node] as [string, FhirNode]] : []),
      ]
    }),
  )
}

function reportRenamed(
  importing: QuestionnaireReading,
  root: FhirNode,
  linkIds: readonly string[],
  ids: readonly string[],
): void {
  const renamed = linkIds.flatMap((linkId, at) =>
    linkId === ids[at] ? [] : [`${linkId || 'none'} → ${ids[at]}`],
  )
  if (renamed.length === 0) return
  const message = `Some items have another id, because an id here begins with a letter and has no dots or slashes: ${renamed.join(', ')}`
  addToReport(importing, 'changed', root, null, message)
}

function reportTwice(
  importing: QuestionnaireReading,
  nodes: readonly FhirNode[],
  linkIds: readonly string[],
): void {
  linkIds.forEach((linkId, at) => {
    const node = nodes[at]
    if (!node || linkId === '' || linkIds.indexOf(linkId) === at) return
    const text = findChild(node, 'text')?.value
    const name = typeof text === 'string' ? plainLine(text, 120) : linkId
    const message = `Another item has the same link id “${linkId}”. Conditions look at the last one before them.`
    addToReport(importing, 'unsafe', node, name, message)
  })
}

/** Recognises another version of FHIR by what R4 does not have; null for R4. */
function otherVersion(json: FhirObject, nodes: readonly FhirNode[]): string | null {
  if (Object.hasOwn(json, 'group')) return 'DSTU2'
  const has = (node: FhirNode, name: string) => findChild(node, name) !== undefined
  const isR5 =
    Object.hasOwn(json, 'versionAlgorithmString') ||
    Object.hasOwn(json, 'versionAlgorithmCoding') ||
    nodes.some(
      (node) =>
        has(node, 'answerConstraint') ||
        has(node, 'disabledDisplay') ||
        ['coding', 'question'].includes(String(findChild(node, 'type')?.value)),
    )
  if (isR5) return 'R5'
  const isStu3 = nodes.some(
    (node) =>
      has(node, 'option') ||
      has(node, 'options') ||
      findChildren(node, 'enableWhen').some((each) => has(each, 'hasAnswer')),
  )
  return isStu3 ? 'STU3' : null
}

/** Reports each part that nothing read: those of an item with it, the others with the whole. */
function reportUnread(
  importing: QuestionnaireReading,
  root: FhirNode,
  nodes: readonly FhirNode[],
): void {
  const { marks } = importing
  for (const node of nodes) {
    const text = findChild(node, 'text')?.value
    const linkId = findChild(node, 'linkId')?.value
    const name = [text, linkId].find((one) => typeof one === 'string' && one.trim() !== '')
    const item = plainLine(String(name ?? ''), 120)
    const unread = marks.unreadIn(node, ({ path }) => path === `${node.path}.item`)
    for (const part of unread.filter(({ path }) => path !== `${node.path}.item`)) {
      const inside = part.path.slice(node.path.length + 1)
      addToReport(importing, partKind(inside), part, item, formatPart(part, inside))
    }
    // An inner list that is none has no items to tell of it.
    const inner = findChild(node, 'item')
    if (inner && !Array.isArray(inner.value)) {
      addToReport(importing, 'left_out', inner, item, 'What is inside is no list')
    }
  }
  const unread = marks.unreadIn(root, ({ path }) => path === 'item')
  for (const part of unread.filter(({ path }) => path !== 'item')) {
    addToReport(importing, partKind(part.path), part, null, formatPart(part, part.path))
  }
}

const UNSAFE = ['modifierExtension', 'implicitRules']

const partKind = (inside: string) =>
  UNSAFE.some((name) => inside === name || inside.startsWith(`${name}[`)) ? 'unsafe' : 'left_out'

const partTexts: Readonly<Record<string, string>> = {
  code: 'Its codes, such as of LOINC or SNOMED CT',
  definition: 'The link to its definition',
  prefix: 'Its number',
  required: 'That it must be answered',
  repeats: 'That it repeats',
  readOnly: 'That it is for reading only',
  maxLength: 'The most characters',
  initial: 'What it begins with',
  answerOption: 'An option',
  answerValueSet: 'Its list of options',
  enableWhen: 'A part of its condition',
  enableBehavior: 'How its conditions go together',
  _text: 'Formatting or a translation of its words',
  text: 'The readable summary',
  url: 'The address of the questionnaire',
  version: 'Its version',
  status: 'Its status, such as draft',
  language: 'Its language',
  contained: 'A list that it contains',
  copyright: 'The copyright notice',
  publisher: 'Who published it',
  implicitRules: 'Rules that change the meaning of all of it. This product does not know them',
  modifierExtension: 'A rule that changes its meaning. This product does not know it',
}

const extensionTexts: readonly (readonly [RegExp, string])[] = [
  [/Expression$/, 'An expression that a form cannot calculate'],
  [/(xhtml|markdown|style|rendering)/i, 'Formatting of the words'],
  [/translation$/, 'A translation'],
  [/choiceOrientation$/, 'Whether options are in a row or a column'],
  [/optionExclusive$/, 'That an option excludes the others'],
  [/itemControl$/, 'How the question is displayed'],
  [/(observation|extract|definitionExtract)/i, 'How answers become other records'],
  [/(regex|constraint)$/i, 'A rule that answers must follow'],
  [/(minValue|maxValue|minQuantity|maxQuantity)$/, 'A limit of the answer'],
  [/variable$/, 'A variable of expressions'],
  [/unitValueSet$/, 'The list of units'],
]

function formatPart(part: FhirNode, inside: string): string {
  const url = findChild(part, 'url')?.value
  if (/(^|\.)(modifierE|e)xtension\[\d+\]$/.test(inside) && typeof url === 'string') {
    const known = extensionTexts.find(([pattern]) => pattern.test(url))?.[1]
    const isModifier = inside.startsWith('modifier')
    const described = isModifier ? partTexts['modifierExtension'] : (known ?? 'An addition')
    return `${described} (${url.slice(0, 200)})`
  }
  const [first = ''] = inside.split(/[.[]/)
  const shown = Object.hasOwn(partTexts, first) ? partTexts[first] : undefined
  return shown ?? `“${inside.slice(0, 100)}”`
}
