import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { followPointer, scrollAt } from './follow-pointer.ts'

type DragHandleProps<Target> = {
  className: string
  frame: string
  isLocked: boolean
  targetAt: (x: number, y: number) => Target | null
  onDropped: (target: Target) => void
  mark: (target: Target) => ReactNode
}

/** Moves something by mouse or pen. What holds it offers the same by buttons or keys. */
export function DragHandle<Target>(props: DragHandleProps<Target>) {
  const { className, frame, isLocked, targetAt, onDropped, mark } = props
  const [target, setTarget] = useState<Target | null>(null)
  const latest = useRef<Target | null>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const show = (next: Target | null) => {
    latest.current = next
    setTarget(next)
  }
  const take = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch' || isLocked) return
    event.preventDefault()
    const scrolled = event.currentTarget.closest<HTMLElement>(frame)
    stop.current = followPointer(event, {
      onStarted: () => undefined,
      onMoved: (x, y) => {
        scrollAt(scrolled, x, y)
        show(targetAt(x, y))
      },
      onEnded: (isDone) => {
        const dropped = latest.current
        show(null)
        if (isDone && dropped !== null) onDropped(dropped)
      },
    })
  }
  return (
    <>
      <span className={className} aria-hidden="true" title="Drag" onPointerDown={take}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M7 4h.01M13 4h.01M7 10h.01M13 10h.01M7 16h.01M13 16h.01" />
        </svg>
      </span>
      {target !== null && createPortal(mark(target), document.body)}
    </>
  )
}
