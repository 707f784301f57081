import type { Block, Column, ScheduleLayout } from './schedule-layout.ts'
import { instantOnAxis, placeOnAxis, shownOf } from './time-axis.ts'

/** Where the keyboard is: a column, and an instant in it. */
export type Cursor = { column: number; at: number }

const STEP = 15 * 60_000
const HOUR = 60 * 60_000

/** What lies at the cursor, if anything. */
export const blockAt = (column: Column, at: number): Block | undefined =>
  column.blocks.find(({ start, end }) => start <= at && at < end)

/** Where a key takes the cursor; null for one that takes it nowhere. */
export function moved(layout: ScheduleLayout, cursor: Cursor, key: string, isFar: boolean) {
  const column = layout.columns[cursor.column]
  if (!column) return null
  const shown = shownOf(layout.axis, column.date)
  const inColumn = (at: number): Cursor => ({
    column: cursor.column,
    at: Math.min(Math.max(at, shown.start), shown.end - STEP),
  })
  switch (key) {
    case 'ArrowDown':
      return inColumn(below(column, cursor.at))
    case 'ArrowUp':
      return inColumn(above(column, cursor.at))
    case 'PageDown':
      return inColumn(cursor.at + HOUR)
    case 'PageUp':
      return inColumn(cursor.at - HOUR)
    case 'ArrowRight':
      return into(layout, cursor, cursor.column + 1)
    case 'ArrowLeft':
      return into(layout, cursor, cursor.column - 1)
    case 'Home':
      return isFar ? into(layout, cursor, 0) : inColumn(shown.start)
    case 'End':
      return isFar ? into(layout, cursor, layout.columns.length - 1) : inColumn(shown.end)
    default:
      return null
  }
}

/** The end of a block, the start of the next, or the next quarter of an hour, whichever is nearest. */
function below(column: Column, at: number): number {
  const here = blockAt(column, at)
  if (here) return here.end
  const next = Math.floor(at / STEP) * STEP + STEP
  const nearest = column.blocks.find(({ start }) => start > at && start < next)
  return nearest?.start ?? next
}

function above(column: Column, at: number): number {
  const from = blockAt(column, at)?.start ?? at
  const touching = blockAt(column, from - 1)
  if (touching) return touching.start
  const next = Math.ceil(from / STEP) * STEP - STEP
  const nearest = column.blocks.findLast(({ end }) => end > next && end < from)
  return nearest?.end ?? next
}

/** The same time of the clock in another column. */
function into({ columns, axis }: ScheduleLayout, { column, at }: Cursor, to: number) {
  const [from, next] = [columns[column], columns[to]]
  if (!from || !next) return null
  const instant = instantOnAxis(axis, next.date, placeOnAxis(axis, from.date, at))
  return { column: to, at: instant ?? shownOf(axis, next.date).start }
}
