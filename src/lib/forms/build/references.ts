import type { FormItem, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { allItems } from '#lib/contract/forms/item-lists.ts'
import { nameOfItem } from './change-items.ts'

function refersTo(item: FormItem): string[] {
  const alerts = 'alerts' in item ? (item.alerts ?? []) : []
  const groups = [...(item.show_when ? [item.show_when] : []), ...alerts.map(({ when }) => when)]
  const inConditions = groups.flatMap(({ conditions }) => conditions.map((each) => each.item))
  const inCalculation = item.type === 'calculated' ? item.of : []
  return [...new Set([...inConditions, ...inCalculation])].filter((id) => id !== item.id)
}

/** Lists earlier answers that a condition can look at, in a group also those beside it. */
export function earlierItems(items: readonly FormItem[], id: string): GroupedItem[] {
  const earlier: GroupedItem[] = []
  for (const item of items) {
    if (item.id === id) return earlier
    if (item.type === 'group') {
      const inside = item.items.findIndex((each) => each.id === id)
      if (inside >= 0) return [...earlier, ...item.items.slice(0, inside)]
    } else if (item.type !== 'page') earlier.push(item)
  }
  return earlier
}

function lostReferences(items: readonly FormItem[]): { item: FormItem; to: string }[] {
  const all = allItems(items)
  return all.flatMap((item) => {
    const known = new Set(earlierItems(items, item.id).map(({ id }) => id))
    return refersTo(item)
      .filter((to) => !known.has(to))
      .map((to) => ({ item, to }))
  })
}

export type BrokenReference = { item: string; to: string }

/** Lists the references that a change breaks: to what it removes, or puts after the item. */
export function brokenBy(
  before: readonly FormItem[],
  after: readonly FormItem[],
): BrokenReference[] {
  const known = new Set(lostReferences(before).map(({ item, to }) => `${item.id} ${to}`))
  const names = new Map(allItems(before).map((item) => [item.id, nameOfItem(item)]))
  return lostReferences(after)
    .filter(({ item, to }) => !known.has(`${item.id} ${to}`))
    .map(({ item, to }) => ({ item: nameOfItem(item), to: names.get(to) ?? to }))
}
