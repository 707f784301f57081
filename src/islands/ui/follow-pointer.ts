import type { PointerEvent as ReactPointerEvent } from 'react'

const STILL_PX = 5
/** This near to the frame's edge it scrolls. */
const EDGE_PX = 36
const SCROLL_PX = 18

type Followed = {
  onStarted: () => void
  onMoved: (x: number, y: number) => void
  onEnded: (isDone: boolean) => void
}

/**
 * Follows a mouse or a pen from where it is pressed to where it is let go of; a finger scrolls. What
 * never leaves its place is a click and none of this; what does leaves no click behind.
 * @returns what stops it without a word.
 */
export function followPointer(event: ReactPointerEvent, followed: Followed): () => void {
  const origin = { x: event.clientX, y: event.clientY }
  let hasStarted = false
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    const isStill = Math.hypot(clientX - origin.x, clientY - origin.y) < STILL_PX
    if (!hasStarted && isStill) return
    if (!hasStarted) followed.onStarted()
    hasStarted = true
    followed.onMoved(clientX, clientY)
  }
  const finish = (isDone: boolean) => {
    stop()
    if (hasStarted) followed.onEnded(isDone)
  }
  const onUp = () => {
    if (hasStarted) swallowClick()
    finish(true)
  }
  const onCancel = () => finish(false)
  const onKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return
    pressed.preventDefault()
    pressed.stopPropagation()
    // The button is still down: letting go of it is no click either.
    if (hasStarted) addEventListener('pointerup', swallowClick, { once: true })
    finish(false)
  }
  const stop = () => {
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', onUp)
    removeEventListener('pointercancel', onCancel)
    removeEventListener('keydown', onKey, { capture: true })
  }
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', onUp)
  addEventListener('pointercancel', onCancel)
  addEventListener('keydown', onKey, { capture: true })
  return stop
}

/** The browser may make a click of letting go. */
function swallowClick() {
  const swallow = (click: Event) => click.stopPropagation()
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

export function scrollAt(frame: HTMLElement | null, x: number, y: number) {
  const box = frame?.getBoundingClientRect()
  if (!frame || !box) return
  const by = (at: number, low: number, high: number) =>
    at < low + EDGE_PX ? -SCROLL_PX : at > high - EDGE_PX ? SCROLL_PX : 0
  frame.scrollBy({ left: by(x, box.left, box.right), top: by(y, box.top, box.bottom) })
}
