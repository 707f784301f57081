import type { ConditionGroup, FormItem, GroupedItem } from '../../contract/forms/form-item.ts'
import { combined } from './combine-conditions.ts'
import { extensionUrls } from './extension-urls.ts'
import { childOf, childrenOf, extensionsOf, type FhirNode } from './fhir-node.ts'
import { hintControls, isHint } from './hint-items.ts'
import { importedConditions } from './import-conditions.ts'
import { type ImportedWords, importedQuestion } from './import-question.ts'
import {
  controlOf,
  extensionAt,
  extensionNumber,
  extensionText,
  flagAt,
  type Guard,
  type ItemSource,
  obeyedControl,
  type QuestionnaireReading,
  tell,
  textAt,
} from './importing.ts'
import { unusedId } from './link-ids.ts'
import { withOwnProperties } from './own-properties.ts'
import { plainLine, plainParagraph } from './plain-text.ts'

/** Where an item stands. Earlier items are added to `scope` as they are read. */
type Surroundings = {
  scope: Map<string, GroupedItem>
  guard: Guard | undefined
  isRepeated: boolean
}

const LONGEST_LABEL = 300
const LONGEST_HINT = 500
const LONGEST_TEXT = 5_000

/** The items in the order of the form. Groups that do not repeat become pages or headings. */
export function importedItems(importing: QuestionnaireReading, root: FhirNode): FormItem[] {
  const nodes = childrenOf(root, 'item')
  const scope = new Map<string, GroupedItem>()
  const firstPage = pagesFrom(importing, nodes)
  return nodes.flatMap((node, at): FormItem[] => {
    const source = sourceOf(importing, node)
    const around = { scope, guard: undefined, isRepeated: false }
    return at >= firstPage && source.type === 'group'
      ? importedPage(importing, source, around)
      : importedItem(importing, source, around)
  })
}

/**
 * From which item on each is a page. What comes after the last page of a form belongs to it, so
 * that only a run of groups to the end can be pages.
 */
function pagesFrom({ trustsOwn }: QuestionnaireReading, nodes: readonly FhirNode[]): number {
  const isGroup = (node: FhirNode) =>
    childOf(node, 'type')?.value === 'group' &&
    childOf(node, 'repeats')?.value !== true &&
    typeof childOf(node, 'text')?.value === 'string'
  const isMarked = (node: FhirNode) =>
    (trustsOwn && ownKind(node) === 'page') || (isGroup(node) && controlOf(node)?.code === 'page')
  const last = nodes.findLastIndex((node) => !isMarked(node))
  if (last < nodes.length - 1) return last + 1
  return nodes.length > 1 && nodes.every((node) => isGroup(node) && !controlOf(node))
    ? 0
    : nodes.length
}

const ownKind = (node: FhirNode): string | null => {
  const [extension] = extensionsOf(node, extensionUrls.formKind)
  const kind = extension && childOf(extension, 'valueCode')?.value
  return typeof kind === 'string' ? kind : null
}

function sourceOf(importing: QuestionnaireReading, node: FhirNode): ItemSource {
  const linkId = textAt(importing, node, 'linkId') ?? ''
  const name = plainLine(writtenWords(node) ?? '', 120)
  // These say what is so anyway.
  for (const part of ['required', 'repeats', 'readOnly']) {
    const flag = childOf(node, part)
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

/** Its text, else what its code is called. */
function writtenWords(node: FhirNode): string | undefined {
  const [code] = childrenOf(node, 'code')
  const words = [childOf(node, 'text')?.value, code && childOf(code, 'display')?.value]
  return words.find((each): each is string => typeof each === 'string' && each.trim() !== '')
}

function importedPage(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: Surroundings,
): FormItem[] {
  const { node, id, name } = source
  if (isLeftOut(importing, source)) return []
  if (!obeyedControl(importing, node, ['page'])) {
    tell(importing, 'changed', node, name, 'This section is a page of its own now.')
  }
  const show_when = importedConditions(importing, source, around.scope)
  const label = labelOf(importing, source)
  const page: FormItem = { type: 'page', id, label, ...(show_when && { show_when }) }
  return [own(importing, source, page, around), ...innerItems(importing, node, around)]
}

const innerItems = (
  importing: QuestionnaireReading,
  node: FhirNode,
  around: Surroundings,
  isAsked: (node: FhirNode) => boolean = () => true,
): FormItem[] =>
  childrenOf(node, 'item')
    .filter(isAsked)
    .flatMap((each) => importedItem(importing, sourceOf(importing, each), around))

function importedItem(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: Surroundings,
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

/** Its own condition together with those around it. */
function conditionOf(
  importing: QuestionnaireReading,
  source: ItemSource,
  { scope, guard }: Surroundings,
): ConditionGroup | undefined {
  const { group, isExact } = combined(guard, importedConditions(importing, source, scope))
  if (!isExact) {
    tell(
      importing,
      'unsafe',
      source.node,
      source.name,
      'It is shown more often than before: a form cannot ask for its own condition and for that of its section.',
    )
  }
  return group
}

/** A heading, and what stands below it. */
function section(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: Surroundings,
): FormItem[] {
  const { node, id, name } = source
  const show_when = conditionOf(importing, source, around)
  const inner = show_when
    ? { ...around, guard: { group: show_when, ids: new Set<string>(), outer: around.guard } }
    : around
  const hasWords = writtenWords(node) !== undefined
  const heading: FormItem[] = hasWords
    ? [
        {
          type: 'heading',
          id,
          label: labelOf(importing, source),
          ...(show_when && { show_when }),
        },
      ]
    : []
  if (hasWords) tell(importing, 'changed', node, name, 'This section is a heading now.')
  return [...heading, ...innerItems(importing, node, inner)]
}

function repeatedGroup(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: Surroundings,
): FormItem[] {
  const { node, id, name } = source
  if (around.isRepeated) {
    tell(
      importing,
      'unsafe',
      node,
      name,
      'It could be answered several times; here it is asked once in each entry.',
    )
    return section(importing, source, around)
  }
  if (countInside(node) > MOST_REPEATED) {
    tell(
      importing,
      'unsafe',
      node,
      name,
      `It repeats more than ${MOST_REPEATED} items, which a form cannot do. It is asked once.`,
    )
    return section(importing, source, around)
  }
  const show_when = conditionOf(importing, source, around)
  const hint = hintFrom(importing, node)
  const limits = occurrences(importing, source)
  const within = { scope: new Map(around.scope), guard: undefined, isRepeated: true }
  const items = innerItems(importing, node, within, (each) => !isHint(each)) as GroupedItem[]
  if (items.length === 0) {
    tell(
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
    label: labelOf(importing, source),
    ...(hint && { hint }),
    ...limits,
    items,
    ...(show_when && { show_when }),
  }
  return [own(importing, source, group, around)]
}

const MOST_REPEATED = 50

const countInside = (node: FhirNode): number =>
  childrenOf(node, 'item')
    .filter((each) => !isHint(each))
    .reduce((sum, each) => sum + 1 + countInside(each), 0)

/** How many entries there are, of what repeats. */
function occurrences(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
): { min?: number; max?: number } {
  const isRequired = flagAt(importing, node, 'required')
  const least = extensionNumber(importing, node, extensionUrls.minOccurs, 'Integer')
  const most = extensionNumber(importing, node, extensionUrls.maxOccurs, 'Integer')
  const min = least ?? (isRequired ? 1 : undefined)
  const isPossible =
    (min ?? 0) >= 0 && (min ?? 0) <= (most ?? 20) && (most ?? 20) >= 1 && (most ?? 20) <= 50
  if (isPossible && Number.isInteger(min ?? 0) && Number.isInteger(most ?? 1)) {
    return { ...(min !== undefined && { min }), ...(most !== undefined && { max: most }) }
  }
  tell(
    importing,
    'unsafe',
    node,
    name,
    `How often it can be answered (${min ?? 0} to ${most ?? 'any'}) is not kept: a form takes up to 50 entries.`,
  )
  return isRequired ? { min: 1 } : {}
}

function shown(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: Surroundings,
): FormItem {
  const { node, id } = source
  const kind = importing.trustsOwn ? ownKind(node) : null
  const show_when = conditionOf(importing, source, around)
  const shared = { id, ...(show_when && { show_when }) }
  if (kind === 'heading' || kind === 'page') {
    const label = labelOf(importing, source)
    return own(importing, source, { type: kind, ...shared, label } as FormItem, around)
  }
  const text = plainParagraph(textAt(importing, node, 'text') ?? '', LONGEST_TEXT)
  extensionAt(importing, node, extensionUrls.displayCategory, 'CodeableConcept')
  return own(importing, source, { type: 'paragraph', ...shared, text }, around)
}

function question(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: Surroundings,
): FormItem[] {
  const { node, id, name, type, linkId } = source
  const show_when = conditionOf(importing, source, around)
  const hint = hintFrom(importing, node)
  const isRequired = flagAt(importing, node, 'required')
  const words: ImportedWords = {
    id,
    label: labelOf(importing, source),
    ...(hint && { hint }),
    ...(isRequired && { required: true }),
  }
  const kind = importing.trustsOwn ? ownKind(node) : null
  const read = importedQuestion(importing, source, words, kind)
  if (!read) {
    tell(
      importing,
      'unsafe',
      node,
      name,
      `It is a question of the kind “${type.slice(0, 40)}”, which a form does not have. People type the answer.`,
    )
  }
  const item = read ?? { type: 'text' as const, ...words }
  const conditioned = { ...item, ...(show_when && { show_when }) }
  const whole = ownQuestion(importing, source, conditioned, around)
  tellIfComputed(importing, source)
  const after = questionsBelow(importing, source, around, whole)
  // Files and choices that repeat are one question with several answers.
  if (!flagAt(importing, node, 'repeats') || whole.type === 'checkboxes' || whole.type === 'file') {
    return [whole, ...after()]
  }
  around.scope.delete(linkId)
  return [...repeatedQuestion(importing, source, around, whole), ...after()]
}

/** A calculation whose parts were lost is a question. */
function ownQuestion(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: GroupedItem,
  around: Surroundings,
): GroupedItem {
  const whole = own(importing, source, item, around) as GroupedItem
  if (whole.type !== 'calculated' || whole.of.length > 0) return whole
  const { id, label, hint, unit, show_when } = whole
  const asked: GroupedItem = {
    type: 'number',
    id,
    label,
    ...(hint && { hint }),
    ...(unit && { unit }),
    ...(show_when && { show_when }),
  }
  around.scope.set(source.linkId, asked)
  tell(
    importing,
    'unsafe',
    source.node,
    source.name,
    'What it was calculated from is lost. It is a question now.',
  )
  return asked
}

/** What FHIR nests in a question follows it, on its conditions. */
function questionsBelow(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  around: Surroundings,
  { id, show_when }: GroupedItem,
): () => FormItem[] {
  const below = childrenOf(node, 'item').filter((each) => !isHint(each))
  if (below.length > 0) {
    tell(importing, 'changed', node, name, 'The questions inside this one follow it.')
  }
  const guard = show_when && { group: show_when, ids: new Set([id]), outer: around.guard }
  return () =>
    below.flatMap((each) =>
      importedItem(importing, sourceOf(importing, each), guard ? { ...around, guard } : around),
    )
}

/** A group of this one question. */
function repeatedQuestion(
  importing: QuestionnaireReading,
  source: ItemSource,
  { isRepeated }: Surroundings,
  item: GroupedItem,
): FormItem[] {
  const { node, name, linkId } = source
  if (isRepeated || item.type === 'heading' || item.type === 'paragraph') {
    tell(
      importing,
      'unsafe',
      node,
      name,
      'It could have several answers; here it has one in each entry.',
    )
    return [item]
  }
  tell(
    importing,
    'changed',
    node,
    name,
    'It can be answered several times, as a group of one question.',
  )
  const { show_when, ...alone } = item
  if ('initial' in alone && alone.initial !== undefined) {
    tell(importing, 'left_out', node, name, 'What it begins with is not kept, because it repeats.')
    delete alone.initial
  }
  const limits = occurrences(importing, source)
  const isRequired = 'required' in alone && alone.required === true
  return [
    {
      type: 'group',
      id: unusedId(`${linkId}-list`, importing.usedIds),
      label: alone.label,
      ...(isRequired && { min: 1 }),
      ...limits,
      items: [alone as GroupedItem],
      ...(show_when && { show_when }),
    },
  ]
}

/** With our own properties; later conditions can look at it. */
function own(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: FormItem,
  { scope, guard }: Surroundings,
): FormItem {
  const whole = importing.trustsOwn ? withOwnProperties(importing, source, item, scope) : item
  if (whole.type !== 'group' && whole.type !== 'page') scope.set(source.linkId, whole)
  for (let each = guard; each; each = each.outer) each.ids.add(whole.id)
  return whole
}

function labelOf(importing: QuestionnaireReading, { node, name }: ItemSource): string {
  const prefix = textAt(importing, node, 'prefix')
  const text = textAt(importing, node, 'text') || (writtenWords(node) ?? '')
  const words = [prefix, text].filter(Boolean).join(' ')
  const label = plainLine(words, LONGEST_LABEL)
  if (label === '') {
    tell(importing, 'unsafe', node, name, 'It has no words. Enter what it asks.')
    return name
  }
  if (words.trim().length > LONGEST_LABEL) {
    tell(
      importing,
      'unsafe',
      node,
      name,
      `Its words are cut after ${LONGEST_LABEL} characters: ${words
        .slice(LONGEST_LABEL - 20)
        .trim()
        .slice(0, 5_000)}`,
    )
  }
  return label
}

/** What helps with the answer, as one hint. */
function hintFrom(importing: QuestionnaireReading, node: FhirNode): string {
  const helps = childrenOf(node, 'item').filter(isHint)
  const texts = helps.map((help) => {
    obeyedControl(importing, help, hintControls)
    for (const part of ['linkId', 'type']) importing.marks.mark(childOf(help, part))
    return textAt(importing, help, 'text') ?? ''
  })
  const format = extensionText(importing, node, extensionUrls.entryFormat, 'String')
  const all = [...texts, format ?? ''].filter((text) => text.trim() !== '').join(' ')
  const hint = plainLine(all, LONGEST_HINT)
  if (all.trim().length > LONGEST_HINT) {
    tell(
      importing,
      'left_out',
      node,
      null,
      `A hint is cut after ${LONGEST_HINT} characters: ${all.slice(LONGEST_HINT - 20, 5_000)}`,
    )
  }
  return hint
}

/** What a person must not simply answer is said loudly. */
function tellIfComputed(importing: QuestionnaireReading, { node, name }: ItemSource): void {
  const has = (url: string) => extensionsOf(node, url).length > 0
  if (has(extensionUrls.calculatedExpression)) {
    tell(
      importing,
      'unsafe',
      node,
      name,
      'It was calculated by an expression that a form does not have. It is a question now: remove it, or add a calculated item.',
    )
  }
  if (has(extensionUrls.enableWhenExpression)) {
    tell(
      importing,
      'unsafe',
      node,
      name,
      'An expression decided if it is shown. It is always shown now.',
    )
  }
  const isReadOnly = childOf(node, 'readOnly')?.value === true
  if (isReadOnly && !has(extensionUrls.calculatedExpression) && ownKind(node) !== 'calculated') {
    tell(importing, 'unsafe', node, name, 'It was for reading only. Now people can answer it.')
  }
}

/** Hidden items, and those that a rule changes which is not known, are not asked. */
function isLeftOut(importing: QuestionnaireReading, source: ItemSource): boolean {
  const { node, name } = source
  const isUnknown = childrenOf(node, 'modifierExtension').length > 0
  const isHidden = extensionAt(importing, node, extensionUrls.hidden, 'Boolean') === true
  if (!isUnknown && !isHidden) return false
  tell(
    importing,
    'unsafe',
    node,
    name,
    isUnknown
      ? 'It is left out with all that is inside: a rule changes its meaning that this product does not know.'
      : 'It is left out with all that is inside: it was hidden from people.',
  )
  tellInner(importing, node)
  importing.marks.mark(node)
  return true
}

function tellInner(importing: QuestionnaireReading, node: FhirNode): void {
  for (const each of childrenOf(node, 'item')) {
    const { name } = sourceOf(importing, each)
    tell(importing, 'unsafe', each, name, 'It is left out with the section that it is in.')
    importing.marks.mark(each)
    tellInner(importing, each)
  }
}
