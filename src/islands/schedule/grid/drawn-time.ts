import { SLOT_MARK_MS } from '#lib/scheduling/slot-mark.ts'
import type { EditedHours } from '../../availability/availability-draft.ts'
import { type EmptyTime, emptyTimeAt } from '../empty-time.ts'
import type { HoursBlock, ScheduleLayout } from '../schedule-layout.ts'
import type { ScheduleRights } from '../schedule-rights.ts'
import { type Span, shownSpan } from '../time-axis.ts'
import type { Cursor } from './grid-cursor.ts'
import { findMoveStep } from './move-keys.ts'

const QUARTER = 15 * 60_000

export type DrawnTime = Span & { columnKey: string; empty: EmptyTime }

export type StartedDrag = { book: HoursBlock; span: Span } | { hours: EditedHours }

/** It starts where whoever draws may book, or may make hours; null where there is none. */
export function drawnFrom(
  { axis, columns }: ScheduleLayout,
  rights: ScheduleRights,
  { column: index, at }: Cursor,
): DrawnTime | null {
  const column = columns[index]
  const empty = column && emptyTimeAt(column, at, shownSpan(axis, column.date))
  if (!empty) return null
  const may = empty.hours ? rights.bookableAt(column, at) : rights.newHours(column)
  return may && { columnKey: column.key, empty, start: at, end: Math.min(at + QUARTER, empty.end) }
}

export function drawnTo(drawn: DrawnTime, anchor: number, at: number): DrawnTime {
  const { empty } = drawn
  const [low, high] = [Math.min(anchor, at), Math.max(anchor, at)]
  const start = Math.min(Math.max(low, empty.start), empty.end - SLOT_MARK_MS)
  return { ...drawn, start, end: Math.min(Math.max(high, start + SLOT_MARK_MS), empty.end) }
}

type Pressed = { key: string; shiftKey: boolean }

export function drawnByKey(drawn: DrawnTime, { key, shiftKey }: Pressed): DrawnTime | null {
  const step = findMoveStep(key)
  if (step === undefined) return null
  const { empty, start, end } = drawn
  if (shiftKey)
    return { ...drawn, end: Math.min(Math.max(end + step, start + SLOT_MARK_MS), empty.end) }
  const by = Math.min(Math.max(step, empty.start - start), empty.end - end)
  return { ...drawn, start: start + by, end: end + by }
}

export function startDrag(
  { columns }: ScheduleLayout,
  rights: ScheduleRights,
  { columnKey, empty, start, end }: DrawnTime,
): StartedDrag | null {
  if (empty.hours) return { book: empty.hours, span: { start, end } }
  const column = columns.find(({ key }) => key === columnKey)
  const hours = column && rights.newHours(column, start, end)
  return hours ? { hours } : null
}
