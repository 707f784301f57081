import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { EventFromLogic } from 'xstate'
import { SLOT_MARK_MS } from '#lib/scheduling/slot-mark.ts'
import type { appointmentMoveMachine } from '#machines/schedule/appointment-move.machine.ts'
import { followPointer, scrollAt } from '../../ui/follow-pointer.ts'
import type { Block, GridColumn, ScheduleLayout } from '../schedule-layout.ts'
import { instantOnAxis, placeOnAxis } from '../time-axis.ts'
import { takenFrom, targetIn } from './move-target.ts'
import type { TimeScale } from './time-scale.ts'

export type Handle = 'block' | 'end'

export type GridGeometry = {
  layout: ScheduleLayout
  frame: RefObject<HTMLElement | null>
  grid: RefObject<HTMLElement | null>
  columnWidth: number
  scale: TimeScale
}

type Drag = GridGeometry & {
  isStaff: boolean
  send: (event: EventFromLogic<typeof appointmentMoveMachine>) => void
}

/**
 * Drags blocks by mouse or pen. Escape leaves the block where it was.
 * @returns what takes hold of a block, for its `pointerdown`.
 */
export function useDrag(drag: Drag) {
  const current = useRef(drag)
  useEffect(() => {
    current.current = drag
  })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  return (event: ReactPointerEvent, column: GridColumn, block: Block, handle: Handle) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.stopPropagation()
    const appointment = takenFrom(block)
    const { start, end } = block.whole
    const { axis } = current.current.layout
    const pointed = placeAt(current.current, event.clientY)
    const grabbed = pointed - placeOnAxis(axis, column.date, start)

    stop.current = followPointer(event, {
      onStarted: () => current.current.send({ type: 'appointment.taken', appointment }),
      onMoved: (x, y) => {
        const { send, layout, isStaff, frame } = current.current
        scrollAt(frame.current, x, y)
        const over = handle === 'end' ? column : columnAt(current.current, x)
        if (!over) return
        const place = placeAt(current.current, y) - (handle === 'end' ? 0 : grabbed)
        const instant = instantOnAxis(layout.axis, over.date, Math.max(place, 0))
        if (instant === null) return
        const span =
          handle === 'end'
            ? { start, end: Math.max(instant, start + SLOT_MARK_MS) }
            : { start: instant, end: instant + end - start }
        send({ type: 'appointment.carried', ...targetIn(over, isStaff, appointment, span) })
      },
      onEnded: (isDone) =>
        current.current.send({ type: isDone ? 'appointment.dropped' : 'move.abandoned' }),
    })
  }
}

const measureGrid = ({ grid }: GridGeometry) => grid.current?.getBoundingClientRect()

export const placeAt = (geometry: GridGeometry, y: number) =>
  geometry.scale.toPlace(y - (measureGrid(geometry)?.top ?? 0))

function columnAt(geometry: GridGeometry, x: number): GridColumn | undefined {
  const { columns } = geometry.layout
  const index = Math.floor((x - (measureGrid(geometry)?.left ?? 0)) / geometry.columnWidth)
  return columns[Math.min(Math.max(index, 0), columns.length - 1)]
}
