import type { Condition, FormItem, GroupedItem, ItemType } from '#lib/contract/forms/form-item.ts'
import { allItems } from '#lib/contract/forms/item-lists.ts'

type Items = readonly FormItem[]

export const itemById = (items: Items, id: string | null): FormItem | undefined =>
  allItems(items).find((item) => item.id === id)

export function findSiblings(items: Items, id: string): Items {
  if (items.some((item) => item.id === id)) return items
  const group = findGroup(items, id)
  return group?.items ?? []
}

export const findGroup = (items: Items, id: string) =>
  items.find(
    (item): item is Extract<FormItem, { type: 'group' }> =>
      item.type === 'group' && item.items.some((each) => each.id === id),
  )

function inItsList(items: Items, id: string, change: (list: FormItem[], at: number) => FormItem[]) {
  const at = items.findIndex((item) => item.id === id)
  if (at >= 0) return change([...items], at)
  return items.map((item): FormItem => {
    if (item.type !== 'group') return item
    const inside = item.items.findIndex((each) => each.id === id)
    if (inside < 0) return item
    return { ...item, items: change([...item.items], inside) as GroupedItem[] }
  })
}

/** An id that neither the form nor its earlier state has, so that no two questions share answers. */
function unusedId(type: string, ...known: readonly Items[]): string {
  const used = new Set(known.flatMap(allItems).map(({ id }) => id))
  let number = 1
  while (used.has(`${type}-${number}`)) number += 1
  return `${type}-${number}`
}

/** An added item goes into a group, after an item, or to the end. */
export type NewItemPlace = { after: string | null; into: string | null }

export function withAdded(
  items: Items,
  added: FormItem,
  { after, into }: NewItemPlace,
): FormItem[] {
  if (into !== null) {
    return items.map(
      (item): FormItem =>
        item.id === into && item.type === 'group'
          ? { ...item, items: [...item.items, added as GroupedItem] }
          : item,
    )
  }
  if (after === null || !itemById(items, after)) return [...items, added]
  return inItsList(items, after, (list, at) => list.toSpliced(at + 1, 0, added))
}

export const addedItem = (kind: NewItemKind, ...known: readonly Items[]): FormItem =>
  newItem(kind, unusedId(kind === 'yesNo' ? 'radio' : kind, ...known))

export const withChanged = (items: Items, id: string, changed: FormItem): FormItem[] =>
  inItsList(items, id, (list, at) => list.with(at, changed))

export const withRemoved = (items: Items, id: string): FormItem[] =>
  inItsList(items, id, (list, at) => list.toSpliced(at, 1))

export const withMoved = (items: Items, id: string, to: number): FormItem[] =>
  inItsList(items, id, (list, at) => {
    const item = list[at] as FormItem
    return list.toSpliced(at, 1).toSpliced(to, 0, item)
  })

/** Puts a copy after the item. What a group repeats refers to the copies beside it. */
export function copyItem(item: FormItem, ...known: readonly Items[]): FormItem {
  const id = unusedId(item.type, ...known)
  if (item.type !== 'group') return renamed({ ...item, id }, new Map([[item.id, id]]))
  let taken: Items[] = [...known]
  const ids = new Map<string, string>()
  for (const each of item.items) {
    const inside = unusedId(each.type, ...taken)
    taken = [...taken, [{ ...each, id: inside }]]
    ids.set(each.id, inside)
  }
  const copies = item.items.map((each) => {
    const copy = { ...each, id: ids.get(each.id) ?? each.id }
    return renamed(copy, ids) as GroupedItem
  })
  return { ...item, id, items: copies }
}

function renamed(item: FormItem, ids: ReadonlyMap<string, string>): FormItem {
  const copiedId = (id: string) => ids.get(id) ?? id
  const next = withConditions(item, (condition) => ({
    ...condition,
    item: copiedId(condition.item),
  }))
  return next.type === 'calculated' ? { ...next, of: next.of.map(copiedId) } : next
}

function withConditions(item: FormItem, change: (condition: Condition) => Condition): FormItem {
  const next = { ...item }
  if (item.show_when) {
    next.show_when = { ...item.show_when, conditions: item.show_when.conditions.map(change) }
  }
  if ('alerts' in item && 'alerts' in next && item.alerts) {
    next.alerts = item.alerts.map((alert) => ({
      ...alert,
      when: { ...alert.when, conditions: alert.when.conditions.map(change) },
    }))
  }
  return next
}

/** Puts another value of an option where the form compares it or starts with it. */
export const withComparedValue = (items: Items, id: string, from: string, to: string) => {
  const change = (condition: Condition): Condition => {
    if (condition.item !== id || condition.operator === 'is_answered') return condition
    if (condition.operator === 'is_one_of') {
      return { ...condition, values: condition.values.map((one) => (one === from ? to : one)) }
    }
    return condition.value === from ? { ...condition, value: to } : condition
  }
  return items.map((item): FormItem => {
    const next = withInitial(withConditions(item, change), id, from, to)
    if (next.type !== 'group') return next
    return { ...next, items: next.items.map((each) => withConditions(each, change) as GroupedItem) }
  })
}

function withInitial(item: FormItem, id: string, from: string, to: string): FormItem {
  if (item.id !== id || !('initial' in item)) return item
  const { initial } = item
  if (Array.isArray(initial)) {
    return { ...item, initial: initial.map((one) => (one === from ? to : one)) } as FormItem
  }
  return initial === from ? ({ ...item, initial: to } as FormItem) : item
}

export function valueFromLabel(label: string, others: readonly string[]): string {
  const plain = label.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  const text = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'option'
  let value = text.slice(0, 60)
  for (let number = 2; others.includes(value); number += 1) value = `${text.slice(0, 60)}-${number}`
  return value
}

export type NewItemKind = ItemType | 'yesNo'

type KindLabel = { kind: NewItemKind; text: string }

export const newQuestionKinds: readonly KindLabel[] = [
  { kind: 'yesNo', text: 'Yes or no' },
  { kind: 'radio', text: 'Choose one' },
  { kind: 'select', text: 'Choose one from a menu' },
  { kind: 'checkboxes', text: 'Choose several' },
  { kind: 'checkbox', text: 'Tick box' },
  { kind: 'text', text: 'Short answer' },
  { kind: 'textarea', text: 'Long answer' },
  { kind: 'number', text: 'Number' },
  { kind: 'date', text: 'Date' },
  { kind: 'time', text: 'Time' },
  { kind: 'datetime', text: 'Date and time' },
  { kind: 'email', text: 'Email address' },
  { kind: 'tel', text: 'Phone number' },
  { kind: 'url', text: 'Web address' },
  { kind: 'color', text: 'Colour' },
  { kind: 'file', text: 'File' },
  { kind: 'signature', text: 'Signature' },
]

export const newLayoutKinds: readonly KindLabel[] = [
  { kind: 'heading', text: 'Heading' },
  { kind: 'paragraph', text: 'Text to read' },
  { kind: 'calculated', text: 'Calculated' },
  { kind: 'page', text: 'New page' },
  { kind: 'group', text: 'Repeating group' },
]

const labelByKind = new Map(
  [...newQuestionKinds, ...newLayoutKinds].map(({ kind, text }) => [kind, text]),
)

/** A choice of exactly yes and no has the name by which it was added. */
export function formatItemKind(item: FormItem): string {
  const kind = isYesOrNo(item) ? 'yesNo' : item.type
  return labelByKind.get(kind) ?? kind
}

const isYesOrNo = (item: FormItem) =>
  item.type === 'radio' &&
  item.other === undefined &&
  item.options.map(({ value }) => value).join() === 'yes,no'

export function nameOfItem(item: FormItem): string {
  const text = 'text' in item ? item.text : item.label
  return text.trim().split('\n')[0] || formatItemKind(item)
}

function newItem(kind: NewItemKind, id: string): FormItem {
  switch (kind) {
    case 'yesNo':
      return { type: 'radio', id, label: '', options: yesAndNo, required: true }
    case 'radio':
    case 'select':
    case 'checkboxes':
      return { type: kind, id, label: '', options: [emptyOption(1), emptyOption(2)] }
    case 'paragraph':
      return { type: 'paragraph', id, text: '' }
    case 'calculated':
      return { type: 'calculated', id, label: '', calculation: 'sum', of: [] }
    case 'group':
      return { type: 'group', id, label: '', items: [] }
    default:
      return { type: kind, id, label: '' }
  }
}

const yesAndNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

const emptyOption = (number: number) => ({ value: `option-${number}`, label: '' })
