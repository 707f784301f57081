import {
  type Condition,
  type ConditionGroup,
  type FormItem,
  type GroupedItem,
  itemKinds,
} from '../../contract/forms/form-item.ts'
import { readJson } from '../../text/json-text.ts'
import { isSameAnswer } from '../answer-kinds.ts'
import { exportedItem } from './export-item.ts'
import { extensionUrls } from './extension-urls.ts'
import {
  extensionValue,
  type FhirNode,
  findChild,
  findExtensions,
  isFhirObject,
} from './fhir-node.ts'
import { importedConditions } from './import-conditions.ts'
import {
  addToReport,
  extensionText,
  type ImportScope,
  type ItemSource,
  markExtension,
  type QuestionnaireReading,
} from './importing.ts'

/**
 * Puts back the properties that FHIR has no place for. One that contradicts the rest of the item is
 * older than a change that another program made, and is not put back.
 */
function withOwnProperties(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: FormItem,
  scope: ImportScope,
): FormItem {
  extensionText(importing, source.node, extensionUrls.formKind, 'Code')
  const [extension] = findExtensions(source.node, extensionUrls.formProperties)
  const value = extensionValue(extension, 'String')
  const text = value?.value
  const read = typeof text === 'string' ? readJson(text) : undefined
  if (!extension || !value || !read || !('value' in read) || !isFhirObject(read.value)) return item
  markExtension(importing.marks, extension, value)
  const fits = (changed: FormItem) =>
    contradictions(importing, source, changed, scope).length <=
      contradictions(importing, source, item, scope).length &&
    itemKinds[changed.type].safeParse(changed).success
  const properties = Object.entries(read.value).filter(([name]) => !FIXED.includes(name))
  const whole = withProperties(item, properties)
  if (fits(whole)) return whole
  const accepted = properties.reduce((so_far, property) => {
    const next = withProperties(so_far, [property])
    return fits(next) ? next : so_far
  }, item)
  addToReport(
    importing,
    'unsafe',
    extension,
    source.name,
    'It was changed after it had been exported, so some of what only our forms have was not put back.',
  )
  return accepted
}

const FIXED = ['id', 'type', 'items', '__proto__']

function withProperties(
  item: FormItem,
  properties: readonly (readonly [string, unknown])[],
): FormItem {
  const changed: Record<string, unknown> = { ...item }
  for (const [name, value] of properties) {
    if (value === null) delete changed[name]
    else changed[name] = value
  }
  return changed as FormItem
}

const COMPARED = [
  'type',
  'text',
  'required',
  'repeats',
  'maxLength',
  'enableWhen',
  'answerOption',
  'initial',
]

/** Names parts that would be written differently than they were found. */
function contradictions(
  { timeZone }: QuestionnaireReading,
  { node, linkId }: ItemSource,
  item: FormItem,
  scope: ImportScope,
): string[] {
  const targets = new Map([...scope.values()].map((each) => [each.id, each]))
  const { fhir } = exportedItem(item, { targets, timeZone })
  return COMPARED.filter((name) => {
    const [now, found] = [fhir[name], findChild(node, name)?.value]
    return !isSameAnswer(now ?? null, found ?? null) && linkId === item.id
  })
}

/**
 * `isExact` is false where the form cannot say both conditions: then the item's own alone counts.
 */
function combined(
  guard: Guard | undefined,
  own: ConditionGroup | undefined,
): { group: ConditionGroup | undefined; isExact: boolean } {
  if (!guard) return { group: own, isExact: true }
  if (!own) return { group: guard.group, isExact: true }
  if (isImplied(own, guard)) return { group: own, isExact: true }
  const [outer, inner] = [asAllConditions(guard.group), asAllConditions(own)]
  if (!outer || !inner) return { group: own, isExact: same(guard.group, own) }
  const conditions = [...outer, ...inner.filter((one) => !outer.some((each) => same(each, one)))]
  if (conditions.length > 20) return { group: own, isExact: false }
  return { group: { match: 'all', conditions }, isExact: true }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What looks at an item inside is false while that is hidden, so the outer condition holds. */
function isImplied({ match, conditions }: ConditionGroup, { ids }: Guard): boolean {
  const isInside = ({ item, operator }: Condition) =>
    ids.has(item) && operator !== 'is_not_or_unanswered'
  return match === 'all' ? conditions.some(isInside) : conditions.every(isInside)
}

function asAllConditions({ match, conditions }: ConditionGroup): readonly Condition[] | undefined {
  const [first] = conditions
  if (!first || match === 'all' || conditions.length === 1) return conditions
  const values = conditions.flatMap((each) =>
    each.item === first.item && each.operator === 'is' ? [each.value] : [],
  )
  return values.length === conditions.length
    ? [{ item: first.item, operator: 'is_one_of', values }]
    : undefined
}

export type ItemPlace = {
  scope: Map<string, GroupedItem>
  guard: Guard | undefined
  isRepeated: boolean
}

export function conditionAt(
  importing: QuestionnaireReading,
  source: ItemSource,
  { scope, guard }: ItemPlace,
): ConditionGroup | undefined {
  const { group, isExact } = combined(guard, importedConditions(importing, source, scope))
  if (!isExact) {
    addToReport(
      importing,
      'unsafe',
      source.node,
      source.name,
      'It is shown more often than before: a form cannot ask for its own condition and for that of its section.',
    )
  }
  return group
}

export function positionItems(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: FormItem,
  { scope, guard }: ItemPlace,
): FormItem {
  const whole = importing.trustsOwn ? withOwnProperties(importing, source, item, scope) : item
  if (whole.type !== 'group' && whole.type !== 'page') scope.set(source.linkId, whole)
  for (let each = guard; each; each = each.outer) each.ids.add(whole.id)
  return whole
}

export const findOwnKind = (node: FhirNode): string | null => {
  const [extension] = findExtensions(node, extensionUrls.formKind)
  const kind = extension && findChild(extension, 'valueCode')?.value
  return typeof kind === 'string' ? kind : null
}

/** It is a condition that holds for all items inside, with the ids of those that were added. */
type Guard = { group: ConditionGroup; ids: Set<string>; outer: Guard | undefined }
