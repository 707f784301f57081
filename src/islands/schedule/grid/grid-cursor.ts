import { blockAt } from '../empty-time.ts'
import type { Column, ScheduleLayout } from '../schedule-layout.ts'
import { instantOnAxis, placeOnAxis, shownOf } from '../time-axis.ts'

/** Where the keyboard is: a column, and an instant in it. */
export type Cursor = { column: number; at: number }

/** The same, which stays with whoever's column it is when others come or go beside it. */
export type HeldCursor = Cursor & { columnKey: string | undefined }

export const heldAt = ({ columns }: ScheduleLayout, cursor: Cursor): HeldCursor => ({
  ...cursor,
  columnKey: columns[cursor.column]?.key,
})

/** Where it is now; where its column is gone, in the one that has taken its place. */
export function cursorIn({ columns }: ScheduleLayout, held: HeldCursor): Cursor {
  const index = columns.findIndex(({ key }) => key === held.columnKey)
  const column = index >= 0 ? index : Math.min(held.column, columns.length - 1)
  return { column, at: held.at }
}

const STEP = 15 * 60_000
const HOUR = 60 * 60_000

/** Whether the day of a column is the one that it is now. */
export const isToday = ({ axis }: ScheduleLayout, { date }: Column, now: number) =>
  axis.days.some((day) => day.date === date && day.start <= now && now < day.end)

/** Today the present, else where the work of the first column begins. */
export function firstCursor(layout: ScheduleLayout, now: number): Cursor {
  const { axis, columns } = layout
  const today = columns.findIndex((column) => isToday(layout, column, now))
  if (today >= 0) return { column: today, at: Math.floor(now / STEP) * STEP }
  const first = columns[0]
  const at = first?.blocks[0]?.start ?? first?.ground[0]?.start ?? axis.days[0]?.start ?? 0
  return { column: 0, at }
}

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
