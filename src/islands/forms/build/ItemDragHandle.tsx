import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { siblingsOf } from '#lib/forms/build/change-items.ts'
import { followPointer, scrollAt } from '../../ui/follow-pointer.ts'
import { useBuilding } from './building.ts'

type Target = { to: number; left: number; top: number; width: number }

/** Takes an item elsewhere in its list by mouse or pen. Buttons and keys do the same. */
export function ItemDragHandle({ item }: { item: FormItem }) {
  const { items, send, isConfirming } = useBuilding()
  const [target, setTarget] = useState<Target | null>(null)
  const latest = useRef<Target | null>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const show = (next: Target | null) => {
    latest.current = next
    setTarget(next)
  }
  const take = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch' || isConfirming) return
    event.preventDefault()
    const frame = event.currentTarget.closest<HTMLElement>('.dialog-frame')
    const siblings = siblingsOf(items, item.id)
    stop.current = followPointer(event, {
      onBegun: () => undefined,
      onMoved: (x, y) => {
        scrollAt(frame, x, y)
        show(targetAt(siblings, item, x, y))
      },
      onEnded: (isDone) => {
        const to = latest.current?.to
        show(null)
        if (isDone && to !== undefined) send({ type: 'item.moved', id: item.id, to })
      },
    })
  }
  return (
    <>
      <span className="builder-handle" aria-hidden="true" title="Drag" onPointerDown={take}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M7 4h.01M13 4h.01M7 10h.01M13 10h.01M7 16h.01M13 16h.01" />
        </svg>
      </span>
      {target &&
        createPortal(
          <div
            aria-hidden="true"
            className="builder-drop-mark"
            style={{ left: target.left, top: target.top, width: target.width }}
          />,
          document.body,
        )}
    </>
  )
}

/** The place before or after the entry below the pointer, whichever half it is over. */
function targetAt(siblings: readonly FormItem[], moved: FormItem, x: number, y: number) {
  const rows = document.elementsFromPoint(x, y).flatMap((element) => {
    const row = element.closest<HTMLElement>('[data-item]')
    const over = siblings.findIndex(({ id }) => id === row?.dataset['item'])
    return row && over >= 0 ? [{ row, over }] : []
  })
  const [first] = rows
  if (!first) return null
  const from = siblings.findIndex(({ id }) => id === moved.id)
  const { left, top, width, height } = first.row.getBoundingClientRect()
  const isAfter = y > top + height / 2
  const gap = first.over + (isAfter ? 1 : 0)
  const to = gap > from ? gap - 1 : gap
  return { to, left, width, top: isAfter ? top + height : top }
}
