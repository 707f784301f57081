import { blockAt, emptyFrom } from '../empty-time.ts'
import type { GridColumn, ScheduleLayout } from '../schedule-layout.ts'
import { instantOnAxis, placeOnAxis, shownSpan } from '../time-axis.ts'

export type Cursor = { column: number; at: number }

/** It goes with its appointment wherever that is moved, else stays with the column. */
export type HeldCursor = Cursor & {
  columnKey: string | undefined
  appointmentId: number | undefined
}

export function heldAt({ columns }: ScheduleLayout, cursor: Cursor): HeldCursor {
  const column = columns[cursor.column]
  const block = column && blockAt(column, cursor.at)
  return { ...cursor, columnKey: column?.key, appointmentId: block?.appointment.id }
}

/** Is where it is now; where its column is gone, in the one that has taken its place. */
export function cursorIn({ columns }: ScheduleLayout, held: HeldCursor): Cursor {
  const blockIn = ({ blocks }: GridColumn) =>
    blocks.find(({ appointment }) => appointment.id === held.appointmentId)
  const index = columns.findIndex(({ key }) => key === held.columnKey)
  const here = columns[index]
  const home = here && blockIn(here) ? index : columns.findIndex(blockIn)
  const block = columns[home] && blockIn(columns[home])
  if (block) return { column: home, at: block.start }
  return { column: index >= 0 ? index : Math.min(held.column, columns.length - 1), at: held.at }
}

const STEP = 15 * 60_000
const HOUR = 60 * 60_000

const isToday = ({ axis }: ScheduleLayout, { date }: GridColumn, now: number) =>
  axis.days.some((day) => day.date === date && day.start <= now && now < day.end)

export function isShown({ axis }: ScheduleLayout, { date }: GridColumn, at: number): boolean {
  const { start, end } = shownSpan(axis, date)
  return start <= at && at < end
}

/** Starts today at the present, else where the work of the first column starts. */
export function firstCursor(layout: ScheduleLayout, now: number): Cursor {
  const { axis, columns } = layout
  const index = columns.findIndex((column) => isToday(layout, column, now))
  const today = columns[index]
  if (today) return { column: index, at: emptyFrom(today, shownTime(layout, today, now)) }
  const first = columns[0]
  const at = first?.blocks[0]?.start ?? first?.hoursBlocks[0]?.start ?? axis.days[0]?.start ?? 0
  return { column: 0, at }
}

export function firstPlace(layout: ScheduleLayout, now: number): number {
  const { axis, columns } = layout
  const today = columns.find((column) => isToday(layout, column, now))
  if (today) return placeOnAxis(axis, today.date, now)
  const begins = columns.flatMap(({ date, blocks, hoursBlocks }) =>
    [blocks[0], hoursBlocks[0]].flatMap((first) =>
      first ? placeOnAxis(axis, date, first.start) : [],
    ),
  )
  return begins.length > 0 ? Math.min(...begins) : 0
}

function shownTime({ axis }: ScheduleLayout, { date }: GridColumn, at: number): number {
  const { start, end } = shownSpan(axis, date)
  return Math.min(Math.max(at, start), end - STEP)
}

export function moved(layout: ScheduleLayout, cursor: Cursor, key: string, isFar: boolean) {
  const column = layout.columns[cursor.column]
  if (!column) return null
  const shown = shownSpan(layout.axis, column.date)
  const inColumn = (at: number): Cursor => ({
    column: cursor.column,
    at: shownTime(layout, column, at),
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

function below(column: GridColumn, at: number): number {
  const here = blockAt(column, at)
  if (here) return here.end
  const next = Math.floor(at / STEP) * STEP + STEP
  const nearest = column.blocks.find(({ start }) => start > at && start < next)
  return nearest?.start ?? next
}

function above(column: GridColumn, at: number): number {
  const from = blockAt(column, at)?.start ?? at
  const touching = blockAt(column, from - 1)
  if (touching) return touching.start
  const next = Math.ceil(from / STEP) * STEP - STEP
  const nearest = column.blocks.findLast(({ end }) => end > next && end < from)
  return nearest?.end ?? next
}

function into({ columns, axis }: ScheduleLayout, { column, at }: Cursor, to: number) {
  const [from, next] = [columns[column], columns[to]]
  if (!from || !next) return null
  const instant = instantOnAxis(axis, next.date, placeOnAxis(axis, from.date, at))
  return { column: to, at: instant ?? shownSpan(axis, next.date).start }
}
