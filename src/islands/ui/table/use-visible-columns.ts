import { useCallback, useSyncExternalStore } from 'react'
import type { TableColumn } from './table-column.ts'

/**
 * Which columns of a table are shown, remembered in this browser's local storage under
 * `carelane.columns.` and the table's name, as JSON: the columns that
 * somebody showed (true) or hid (false). Other columns, later ones too, are as the table has them.
 */
export function useVisibleColumns<Row>(table: string, columns: readonly TableColumn<Row>[]) {
  const key = `carelane.columns.${table}`
  const text = useSyncExternalStore(
    subscribe,
    useCallback(() => stored(key), [key]),
    () => null,
  )
  const chosen = choicesIn(text)
  const isVisible = ({ name, heading, hiddenAtFirst }: TableColumn<Row>) =>
    heading || (chosen[name] ?? !hiddenAtFirst)
  return {
    visible: columns.filter(isVisible),
    isVisible,
    show: (column: TableColumn<Row>, isShown: boolean) =>
      store(key, JSON.stringify({ ...chosen, [column.name]: isShown })),
  }
}

/** Where the browser keeps nothing, a choice lasts as long as the page. */
const unkept = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unkept.get(key) ?? null
  } catch {
    return unkept.get(key) ?? null
  }
}

function store(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    unkept.set(key, text)
  }
  for (const listener of listeners) listener()
}

function choicesIn(text: string | null): Partial<Record<string, boolean>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter(([, shown]) => typeof shown === 'boolean'))
  } catch {
    return {}
  }
}
