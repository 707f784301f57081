import type {
  Condition,
  ConditionGroup,
  FormItem,
  GroupedItem,
} from '../../contract/forms/form-item.ts'
import { importedConditions } from './import-conditions.ts'
import { addToReport, type Guard, type ItemSource, type QuestionnaireReading } from './importing.ts'
import { withOwnProperties } from './own-properties.ts'

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
