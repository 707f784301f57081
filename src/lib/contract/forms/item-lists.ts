import type { FormItem } from './form-item.ts'

const shownTypes = ['heading', 'paragraph', 'page'] as const
type ShownType = (typeof shownTypes)[number]

export const holdsAnswer = (item: FormItem): item is Exclude<FormItem, { type: ShownType }> =>
  !shownTypes.some((type) => type === item.type)

export const allItems = (items: readonly FormItem[]): FormItem[] =>
  items.flatMap((item): FormItem[] => (item.type === 'group' ? [item, ...item.items] : [item]))

export const findQuestions = (items: readonly FormItem[]): FormItem[] =>
  allItems(items).filter(
    (item) => holdsAnswer(item) && item.type !== 'group' && item.type !== 'calculated',
  )
