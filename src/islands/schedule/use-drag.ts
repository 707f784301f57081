import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { AppointmentMoveEvent } from '#machines/appointment-move.machine.ts'
import { takenFrom, targetIn } from './move-target.ts'
import type { Block, Column, ScheduleLayout } from './schedule-layout.ts'
import { instantOnAxis, placeOnAxis } from './time-axis.ts'

/** Pixels that a pointer may tremble while it clicks. */
const STILL_PX = 5
/** This near to the frame's edge it scrolls. */
const EDGE_PX = 36
const SCROLL_PX = 18
const SHORTEST_MS = 5 * 60_000

/** What of a block is dragged: all of it, or its lower edge. */
export type Handle = 'block' | 'end'

type Drag = {
  layout: ScheduleLayout
  isStaff: boolean
  frame: RefObject<HTMLElement | null>
  grid: RefObject<HTMLElement | null>
  /** Pixels. */
  columnWidth: number
  hour: number
  send: (event: AppointmentMoveEvent) => void
}

/**
 * Drags blocks by mouse or pen; a finger scrolls. Escape leaves the block where it was.
 * @returns what takes hold of a block, for its `pointerdown`.
 */
export function useDrag(drag: Drag) {
  const current = useRef(drag)
  useEffect(() => {
    current.current = drag
  })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  return (event: ReactPointerEvent, column: Column, block: Block, handle: Handle) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.stopPropagation()
    const origin = { x: event.clientX, y: event.clientY }
    const appointment = takenFrom(block)
    const { start, end } = block.whole
    const { axis } = current.current.layout
    const pointed = placeAt(current.current, event.clientY)
    const grabbed = pointed - placeOnAxis(axis, column.date, start)
    let isTaken = false

    const onMove = ({ clientX, clientY }: PointerEvent) => {
      const { send, layout, isStaff } = current.current
      const isStill = Math.hypot(clientX - origin.x, clientY - origin.y) < STILL_PX
      if (!isTaken && isStill) return
      if (!isTaken) send({ type: 'appointment.taken', appointment })
      isTaken = true
      scrollAt(current.current.frame.current, clientX, clientY)
      const over = handle === 'end' ? column : columnAt(current.current, clientX)
      if (!over) return
      const place = placeAt(current.current, clientY) - (handle === 'end' ? 0 : grabbed)
      const instant = instantOnAxis(layout.axis, over.date, Math.max(place, 0))
      if (instant === null) return
      const span =
        handle === 'end'
          ? { start, end: Math.max(instant, start + SHORTEST_MS) }
          : { start: instant, end: instant + end - start }
      send({
        type: 'appointment.carried',
        ...targetIn(over, isStaff, appointment, span),
      })
    }
    const finish = (type: 'appointment.dropped' | 'move.abandoned') => {
      stop.current?.()
      if (isTaken) current.current.send({ type })
    }
    const onUp = () => finish('appointment.dropped')
    const onCancel = () => finish('move.abandoned')
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.preventDefault()
      onCancel()
    }
    stop.current = () => {
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', onUp)
      removeEventListener('pointercancel', onCancel)
      removeEventListener('keydown', onKey, { capture: true })
    }
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', onUp)
    addEventListener('pointercancel', onCancel)
    addEventListener('keydown', onKey, { capture: true })
  }
}

const boxOf = ({ grid }: Drag) => grid.current?.getBoundingClientRect()

/** Hours from the top of the grid. */
const placeAt = (drag: Drag, y: number) => (y - (boxOf(drag)?.top ?? 0)) / drag.hour

function columnAt(drag: Drag, x: number): Column | undefined {
  const { columns } = drag.layout
  const index = Math.floor((x - (boxOf(drag)?.left ?? 0)) / drag.columnWidth)
  return columns[Math.min(Math.max(index, 0), columns.length - 1)]
}

function scrollAt(frame: HTMLElement | null, x: number, y: number) {
  const box = frame?.getBoundingClientRect()
  if (!frame || !box) return
  const by = (at: number, low: number, high: number) =>
    at < low + EDGE_PX ? -SCROLL_PX : at > high - EDGE_PX ? SCROLL_PX : 0
  frame.scrollBy({ left: by(x, box.left, box.right), top: by(y, box.top, box.bottom) })
}
