import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { SLOT_MARK_MS } from '#lib/scheduling/slot-mark.ts'
import type { EditedHours } from '../../availability/availability-draft.ts'
import { followPointer, scrollAt } from '../../ui/follow-pointer.ts'
import { blockAt, hoursAt } from '../empty-time.ts'
import type { GridColumn, HoursBlock, ScheduleLayout } from '../schedule-layout.ts'
import type { ScheduleRights } from '../schedule-rights.ts'
import { instantOnAxis, type Span, shownSpan } from '../time-axis.ts'
import { findMoveStep } from './move-keys.ts'
import { type GridGeometry, placeAt } from './use-drag.ts'

type Drawing = GridGeometry & {
  rights: ScheduleRights
  onDrawn: (drawn: DrawnTime) => void
}

/**
 * Draws a time over empty time, by mouse or pen; by keyboard whoever hears the keys puts it there.
 * Escape gives up.
 */
export function useDrawing(drawing: Drawing) {
  const [drawn, setDrawn] = useState<DrawnTime | null>(null)
  const current = useRef(drawing)
  useEffect(() => {
    current.current = drawing
  })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const onPressed = (event: ReactPointerEvent, index: number) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    const { layout, rights } = current.current
    const date = layout.columns[index]?.date ?? ''
    const instantAt = (y: number) =>
      instantOnAxis(layout.axis, date, Math.max(placeAt(current.current, y), 0))
    const anchor = instantAt(event.clientY)
    let last = anchor === null ? null : drawnFrom(layout, rights, { column: index, at: anchor })
    if (anchor === null || !last) return
    const draw = (to: DrawnTime | null) => {
      last = to
      setDrawn(to)
    }
    stop.current = followPointer(event, {
      onStarted: () => draw(last),
      onMoved: (x, y) => {
        scrollAt(current.current.frame.current, x, y)
        const at = instantAt(y)
        if (last && at !== null) draw(drawnTo(last, anchor, at))
      },
      onEnded: (isDone) => {
        if (isDone && last) current.current.onDrawn(last)
        draw(null)
      },
    })
  }
  return { drawn, setDrawn, onPressed }
}

function drawnTo(drawn: DrawnTime, anchor: number, at: number): DrawnTime {
  const { empty } = drawn
  const [low, high] = [Math.min(anchor, at), Math.max(anchor, at)]
  const start = Math.min(Math.max(low, empty.start), empty.end - SLOT_MARK_MS)
  return { ...drawn, start, end: Math.min(Math.max(high, start + SLOT_MARK_MS), empty.end) }
}

const QUARTER = 15 * 60_000

export type DrawnTime = Span & { columnKey: string; empty: EmptyTime }

type StartedDrag = { book: HoursBlock; span: Span } | { hours: EditedHours }

/** It starts where whoever draws may book, or may make hours; null where there is none. */
export function drawnFrom(
  { axis, columns }: ScheduleLayout,
  rights: ScheduleRights,
  { column: index, at }: { column: number; at: number },
): DrawnTime | null {
  const column = columns[index]
  const empty = column && emptyTimeAt(column, at, shownSpan(axis, column.date))
  if (!empty) return null
  const may = empty.hours ? rights.bookableAt(column, at) : rights.newHours(column)
  return may && { columnKey: column.key, empty, start: at, end: Math.min(at + QUARTER, empty.end) }
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

type EmptyTime = Span & { hours: HoursBlock | null }

/**
 * Is null where something lies there. All of it is within the same hours, or outside any.
 * @param shown is the part of the day in sight.
 */
function emptyTimeAt(column: GridColumn, at: number, shown: Span): EmptyTime | null {
  if (at < shown.start || at >= shown.end || blockAt(column, at)) return null
  const edges = [...column.blocks, ...column.hoursBlocks].flatMap(({ start, end }) => [start, end])
  return {
    hours: hoursAt(column, at) ?? null,
    start: Math.max(shown.start, ...edges.filter((edge) => edge <= at)),
    end: Math.min(shown.end, ...edges.filter((edge) => edge > at)),
  }
}
