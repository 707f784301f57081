import type { FormItem } from '../../contract/forms/form-item.ts'
import { allItems } from '../../contract/forms/item-lists.ts'
import { fillableDefinition } from '../fillable-definition.ts'
import { type FhirNode, findChild, findChildren, isFhirObject, ReadMarks } from './fhir-node.ts'
import type { FhirReportLine } from './fhir-report.ts'
import { isHint } from './hint-items.ts'
import { importedItems } from './import-items.ts'
import { addToReport, type QuestionnaireReading, reportCut, textAt } from './importing.ts'
import { itemIds } from './link-ids.ts'
import { plainLine, plainParagraph } from './plain-text.ts'
import { otherVersion } from './questionnaire-version.ts'
import { reportUnread } from './unread-parts.ts'

export type ImportedQuestionnaire = {
  name: string
  title: string
  description: string
  items: FormItem[]
  report: FhirReportLine[]
}

/** It has a sentence where the questionnaire cannot be read at all. */
export type RefusedQuestionnaire = { problem: string; report?: readonly FhirReportLine[] }
export type ImportOutcome = ImportedQuestionnaire | RefusedQuestionnaire

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
