import type { FormItem } from './form-item.ts'

const shownTypes = ['heading', 'paragraph', 'page'] as const
type ShownType = (typeof shownTypes)[number]

/** A question, a group of them, or what is calculated from them. */
export const holdsAnswer = (item: FormItem): item is Exclude<FormItem, { type: ShownType }> =>
  !shownTypes.some((type) => type === item.type)

/** With those that a group repeats. */
export const allItems = (items: readonly FormItem[]): FormItem[] =>
  items.flatMap((item): FormItem[] => (item.type === 'group' ? [item, ...item.items] : [item]))

/** What people answer, also where a group repeats it. */
export const findQuestions = (items: readonly FormItem[]): FormItem[] =>
  allItems(items).filter(
    (item) => holdsAnswer(item) && item.type !== 'group' && item.type !== 'calculated',
  )
