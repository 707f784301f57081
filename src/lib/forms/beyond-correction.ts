import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { allItems, holdsAnswer } from '#lib/contract/forms/item-lists.ts'
import { nameOfItem } from './build/change-items.ts'

/** Describes what a correction may not change, or earlier answers would read differently. */
export function beyondCorrection(
  earlier: readonly FormItem[],
  later: readonly FormItem[],
): string | null {
  const [before, after] = [earlier, later].map(meanings) as [Meanings, Meanings]
  const changed = [...after.keys()].find((id) => before.get(id) !== after.get(id))
  const removed = [...before.keys()].find((id) => !after.has(id))
  const how =
    changed === undefined
      ? removed !== undefined && `removes “${nameIn(earlier, removed)}”`
      : before.has(changed)
        ? `changes what “${nameIn(later, changed)}” asks, not only its words`
        : `adds “${nameIn(later, changed)}”`
  return how ? `This ${how}: make it a new version` : null
}

function nameIn(items: readonly FormItem[], id: string): string {
  const item = allItems(items).find((each) => each.id === id)
  return item ? nameOfItem(item) : id
}

type Meanings = ReadonlyMap<string, string>

const meanings = (items: readonly FormItem[]): Meanings =>
  new Map(
    allItems(items)
      .filter(holdsAnswer)
      .map((item) => [item.id, toMeaning(item)]),
  )

const toMeaning = (item: FormItem) =>
  JSON.stringify([
    item.type,
    item.show_when,
    'unit' in item ? item.unit : undefined,
    'options' in item
      ? item.options.map((option) => [option.value, option.score, 'exclusive' in option])
      : [],
    'alerts' in item ? item.alerts?.map(({ when, level }) => [when, level]) : [],
    item.type === 'calculated' ? [item.calculation, item.of] : [],
    item.type === 'group' ? item.items.map(({ id }) => id) : [],
  ])
