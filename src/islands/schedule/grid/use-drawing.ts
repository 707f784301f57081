import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { followPointer, scrollAt } from '../../ui/follow-pointer.ts'
import type { ScheduleRights } from '../schedule-rights.ts'
import { instantOnAxis } from '../time-axis.ts'
import { type DrawnTime, drawnFrom, drawnTo } from './drawn-time.ts'
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
