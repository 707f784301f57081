import type { ShownItem } from './evaluate-form.ts'

export type AnswerRow = { shown: ShownItem; name: string }

export function answerRows(shown: ShownItem): AnswerRow[] {
  const { item, entries, isUnread } = shown
  if (item.type === 'heading' || item.type === 'paragraph') return []
  if (item.type !== 'group') return [{ shown, name: item.label }]
  const filled = (entries ?? []).filter((entry) =>
    entry.some(({ value, isUnread }) => value !== undefined || isUnread),
  )
  if (filled.length === 0 || isUnread) return [{ shown, name: item.label }]
  return filled.flatMap((entry, index) =>
    entry
      .filter((each) => each.item.type !== 'heading' && each.item.type !== 'paragraph')
      .map((each) => ({
        shown: each,
        name: `${item.label} ${index + 1}: ${(each.item as { label: string }).label}`,
      })),
  )
}
