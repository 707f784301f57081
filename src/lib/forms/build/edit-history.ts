import type { FormItem } from '../../contract/forms/form-item.ts'
import { itemById } from './change-items.ts'

type Items = readonly FormItem[]

/** The items of a form that is being built, and what undo and redo bring back. */
export type EditHistory = {
  items: Items
  selected: string | null
  past: readonly Items[]
  future: readonly Items[]
  /** It is the field that is being typed in. */
  typing: string | null
}

type Edit =
  | { kind: 'changed'; items: Items; selected?: string | null }
  | { kind: 'typed'; items: Items; field: string }
  | { kind: 'undone' }
  | { kind: 'redone' }

const MOST_STEPS = 100

/** What is typed into one field without leaving it is one step. */
export function editHistory(history: EditHistory, edit: Edit): EditHistory {
  const { items, past, future } = history
  switch (edit.kind) {
    case 'changed':
      return {
        ...showing(history, edit.items, edit.selected),
        past: [...past, items].slice(-MOST_STEPS),
        future: [],
      }
    case 'typed': {
      const { field: typing, items: next } = edit
      if (typing === history.typing) return { ...history, items: next, future: [] }
      return { ...editHistory(history, { kind: 'changed', items: next }), typing }
    }
    case 'undone':
      return {
        ...showing(history, past.at(-1) ?? items),
        past: past.slice(0, -1),
        future: [items, ...future],
      }
    case 'redone':
      return {
        ...showing(history, future[0] ?? items),
        past: [...past, items],
        future: future.slice(1),
      }
  }
}

const showing = (history: EditHistory, items: Items, selected = history.selected): EditHistory => ({
  ...history,
  items,
  selected: itemById(items, selected) ? selected : null,
  typing: null,
})
