import type { FormItem, GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { type FhirNode, findChild, findChildren } from './fhir-node.ts'
import { toAskedQuestion } from './import-asked.ts'
import { importedConditions } from './import-conditions.ts'
import { conditionAt, findOwnKind, type ItemPlace, positionItems } from './import-place.ts'
import { occurrences, repeatedQuestion } from './import-repeats.ts'
import { importedHint, importedLabel, isHint, writtenText } from './import-texts.ts'
import {
  addToReport,
  extensionAt,
  findControl,
  flagAt,
  type ItemSource,
  obeyedControl,
  type QuestionnaireReading,
  reportCut,
  textAt,
} from './importing.ts'
import { plainLine, plainParagraph } from './plain-text.ts'

const MOST_REPEATED = 50

const countInside = (node: FhirNode): number =>
  findChildren(node, 'item')
    .filter((each) => !isHint(each))
    .reduce((sum, each) => sum + 1 + countInside(each), 0)

const LONGEST_TEXT = 5_000

/** The items in the order of the form. Groups that do not repeat become pages or headings. */
export function importedItems(importing: QuestionnaireReading): FormItem[] {
  const nodes = findChildren(importing.root, 'item')
  const scope = new Map<string, GroupedItem>()
  const firstPage = findFirstPage(importing, nodes)
  return nodes.flatMap((node, at): FormItem[] => {
    const source = itemSource(importing, node)
    const around = { scope, guard: undefined, isRepeated: false }
    return at >= firstPage && source.type === 'group'
      ? importedPage(importing, source, around)
      : importedItem(importing, source, around)
  })
}

function importedPage(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: ItemPlace,
): FormItem[] {
  const { node, id, name } = source
  if (isLeftOut(importing, source)) return []
  if (!obeyedControl(importing, node, ['page'])) {
    addToReport(importing, 'changed', node, name, 'This section is a page of its own now.')
  }
  const show_when = importedConditions(importing, source, around.scope)
  const label = importedLabel(importing, source)
  const page: FormItem = { type: 'page', id, label, ...(show_when && { show_when }) }
  return [positionItems(importing, source, page, around), ...innerItems(importing, node, around)]
}

function importedItem(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: ItemPlace,
): FormItem[] {
  if (isLeftOut(importing, source)) return []
  const { node, type } = source
  if (type === 'group') {
    return flagAt(importing, node, 'repeats')
      ? repeatedGroup(importing, source, around)
      : section(importing, source, around)
  }
  if (type === 'display') return [shown(importing, source, around)]
  return question(importing, source, around)
}

const innerItems = (
  importing: QuestionnaireReading,
  node: FhirNode,
  around: ItemPlace,
  isAsked: (node: FhirNode) => boolean = () => true,
): FormItem[] =>
  findChildren(node, 'item')
    .filter(isAsked)
    .flatMap((each) => importedItem(importing, itemSource(importing, each), around))

function section(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: ItemPlace,
): FormItem[] {
  const { node, id, name } = source
  const show_when = conditionAt(importing, source, around)
  const inner = show_when
    ? { ...around, guard: { group: show_when, ids: new Set<string>(), outer: around.guard } }
    : around
  const hasText = writtenText(node) !== undefined
  const heading: FormItem[] = hasText
    ? [
        {
          type: 'heading',
          id,
          label: importedLabel(importing, source),
          ...(show_when && { show_when }),
        },
      ]
    : []
  if (hasText) addToReport(importing, 'changed', node, name, 'This section is a heading now.')
  return [...heading, ...innerItems(importing, node, inner)]
}

function repeatedGroup(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: ItemPlace,
): FormItem[] {
  const { node, id, name } = source
  const why = describeAskedOnce(node, around)
  if (why !== undefined) {
    addToReport(importing, 'unsafe', node, name, why)
    return section(importing, source, around)
  }
  const show_when = conditionAt(importing, source, around)
  const hint = importedHint(importing, node)
  const limits = occurrences(importing, source)
  const within = { scope: new Map(around.scope), guard: undefined, isRepeated: true }
  const items = innerItems(importing, node, within, (each) => !isHint(each)) as GroupedItem[]
  if (items.length === 0) {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      'It is left out: nothing that it repeats could be carried over.',
    )
    return []
  }
  const group: FormItem = {
    type: 'group',
    id,
    label: importedLabel(importing, source),
    ...(hint && { hint }),
    ...limits,
    items,
    ...(show_when && { show_when }),
  }
  return [positionItems(importing, source, group, around)]
}

function shown(importing: QuestionnaireReading, source: ItemSource, around: ItemPlace): FormItem {
  const { node, id } = source
  const kind = importing.trustsOwn ? findOwnKind(node) : null
  const show_when = conditionAt(importing, source, around)
  const shared = { id, ...(show_when && { show_when }) }
  if (kind === 'heading' || kind === 'page') {
    const label = importedLabel(importing, source)
    return positionItems(importing, source, { type: kind, ...shared, label } as FormItem, around)
  }
  const written = textAt(importing, node, 'text') ?? ''
  const text = plainParagraph(written, LONGEST_TEXT)
  reportCut(importing, node, source.name, {
    what: 'This text',
    text: written,
    longest: LONGEST_TEXT,
  })
  extensionAt(importing, node, extensionUrls.displayCategory, 'CodeableConcept')
  return positionItems(importing, source, { type: 'paragraph', ...shared, text }, around)
}

function question(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: ItemPlace,
): FormItem[] {
  const { node, linkId } = source
  const answeredItem = toAskedQuestion(importing, source, around)
  const after = questionsBelow(importing, source, around, answeredItem)
  // Files and choices that repeat are one question with several answers.
  if (
    !flagAt(importing, node, 'repeats') ||
    answeredItem.type === 'checkboxes' ||
    answeredItem.type === 'file'
  ) {
    return [answeredItem, ...after()]
  }
  around.scope.delete(linkId)
  return [...repeatedQuestion(importing, source, around, answeredItem), ...after()]
}

/** What FHIR nests in a question follows it, on its conditions. */
function questionsBelow(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  around: ItemPlace,
  { id, show_when }: GroupedItem,
): () => FormItem[] {
  const below = findChildren(node, 'item').filter((each) => !isHint(each))
  if (below.length > 0) {
    addToReport(importing, 'changed', node, name, 'The questions inside this one follow it.')
  }
  const guard = show_when && { group: show_when, ids: new Set([id]), outer: around.guard }
  return () =>
    below.flatMap((each) =>
      importedItem(importing, itemSource(importing, each), guard ? { ...around, guard } : around),
    )
}

/** Hidden items, and those that a rule changes which is not known, are not asked. */
function isLeftOut(importing: QuestionnaireReading, source: ItemSource): boolean {
  const { node, name } = source
  const isUnknown = findChildren(node, 'modifierExtension').length > 0
  const isHidden = extensionAt(importing, node, extensionUrls.hidden, 'Boolean') === true
  if (!isUnknown && !isHidden) return false
  addToReport(
    importing,
    'unsafe',
    node,
    name,
    isUnknown
      ? 'It is left out with all that is inside: a rule changes its meaning that this product does not know.'
      : 'It is left out with all that is inside: it was hidden from people.',
  )
  reportInner(importing, node)
  importing.marks.mark(node)
  return true
}

function reportInner(importing: QuestionnaireReading, node: FhirNode): void {
  for (const each of findChildren(node, 'item')) {
    const { name } = itemSource(importing, each)
    addToReport(importing, 'unsafe', each, name, 'It is left out with the section that it is in.')
    importing.marks.mark(each)
    reportInner(importing, each)
  }
}

function itemSource(importing: QuestionnaireReading, node: FhirNode): ItemSource {
  const linkId = textAt(importing, node, 'linkId') ?? ''
  const name = plainLine(writtenText(node) ?? '', 120)
  for (const part of ['required', 'repeats', 'readOnly']) {
    const flag = findChild(node, part)
    if (flag?.value === false) importing.marks.mark(flag)
  }
  return {
    node,
    linkId,
    id: importing.ids.get(node.path) ?? 'item',
    type: textAt(importing, node, 'type') ?? '',
    name: name || plainLine(linkId, 60) || 'A question without words',
  }
}

/** Items after the last page belong to it, so only a run of groups to the end can be pages. */
function findFirstPage({ trustsOwn }: QuestionnaireReading, nodes: readonly FhirNode[]): number {
  const isGroup = (node: FhirNode) =>
    findChild(node, 'type')?.value === 'group' &&
    findChild(node, 'repeats')?.value !== true &&
    typeof findChild(node, 'text')?.value === 'string'
  const isMarked = (node: FhirNode) =>
    (trustsOwn && findOwnKind(node) === 'page') ||
    (isGroup(node) && findControl(node)?.code === 'page')
  const last = nodes.findLastIndex((node) => !isMarked(node))
  if (last < nodes.length - 1) return last + 1
  return nodes.length > 1 && nodes.every((node) => isGroup(node) && !findControl(node))
    ? 0
    : nodes.length
}

/** Explains why a group that repeats is asked once; undefined where it can repeat. */
function describeAskedOnce(node: FhirNode, { isRepeated }: ItemPlace): string | undefined {
  if (isRepeated) return 'It could be answered several times; here it is asked once in each entry.'
  return countInside(node) > MOST_REPEATED
    ? `It repeats more than ${MOST_REPEATED} items, which a form cannot do. It is asked once.`
    : undefined
}
