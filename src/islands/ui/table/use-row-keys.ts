import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'

const CONTROLS = ':is(a[href], button, input[type="checkbox"]):not(:disabled)'

type Place = { row: number; cell: number; control: number }

/**
 * Moves the focus from row to row by the arrow keys up and down, Home and End, to the same control
 * where that row has it. Each control stays a stop of the Tab key: the table stays a table, which
 * screen readers read by keys of their own, and is no grid.
 * @param body the rows, each with its `aria-rowindex`: 2 for the first.
 * @param count of rows, from 0.
 * @returns what the body does with its keys, and a row to draw, because the focus is to come there.
 */
export function useRowKeys(body: RefObject<HTMLElement | null>, count: number) {
  const [target, setTarget] = useState<Place | null>(null)
  useEffect(() => {
    if (!target) return
    controlAt(body.current, target)?.focus()
    setTarget(null)
  }, [body, target])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const from = findCellPosition(event.target as HTMLElement)
    const row = from && rowFor(event.key, from.row, count)
    if (!from || row === undefined || row === from.row) return
    event.preventDefault()
    setTarget({ ...from, row })
  }
  return { onKeyDown, requestedRow: target?.row ?? null }
}

function rowFor(key: string, row: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(row + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(row - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

const findControls = (part: Element | null | undefined) => [
  ...(part?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
]

/** Is undefined for what has keys of its own, and for what stands below a row. */
function findCellPosition(target: HTMLElement): Place | undefined {
  const cell = target.closest<HTMLTableCellElement>('td, th')
  const row = cell?.closest('tr[aria-rowindex]')
  if (!cell || !row || !target.matches(CONTROLS)) return undefined
  const control = findControls(cell).indexOf(target)
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, cell: cell.cellIndex, control }
}

function controlAt(body: HTMLElement | null, { row, cell, control }: Place) {
  const line = body?.querySelector<HTMLTableRowElement>(`tr[aria-rowindex="${row + 2}"]`)
  const same = findControls(line?.cells[cell])
  return same[control] ?? same.at(-1) ?? findControls(line).at(0)
}
