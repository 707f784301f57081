import type { Condition, ConditionGroup } from '../../contract/forms/form-item.ts'
import type { Guard } from './importing.ts'

/**
 * `isExact` is false where the form cannot say both conditions: then the item's own alone counts.
 */
export function combined(
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
