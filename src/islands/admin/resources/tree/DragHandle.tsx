import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type { CategoryPlace } from '#machines/admin/category-moving.machine.ts'
import { followPointer, scrollAt } from '../../../ui/follow-pointer.ts'
import { categoryPlaceAt, type Edge } from './category-places.ts'

type DragHandleProps = {
  category: AppointmentCategory
  tree: readonly AppointmentCategory[]
  isMoving: boolean
  onDropped: (to: CategoryPlace) => void
}

type Target = { to: CategoryPlace | null; words: string; edge: Edge; box: DOMRect }

/** This much of a row's height, at either edge, is between two rows. */
const EDGE = 0.28

/**
 * Takes a category elsewhere by mouse or pen. The buttons beside it do the same by keyboard, so that
 * nobody but who sees it is told of it.
 */
export function DragHandle({ category, tree, isMoving, onDropped }: DragHandleProps) {
  const [target, setTarget] = useState<Target | null>(null)
  const latest = useRef<Target | null>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const show = (next: Target | null) => {
    latest.current = next
    setTarget(next)
  }
  const take = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch' || isMoving) return
    event.preventDefault()
    const frame = event.currentTarget.closest<HTMLElement>('.table-frame')
    stop.current = followPointer(event, {
      onBegun: () => undefined,
      onMoved: (x, y) => {
        scrollAt(frame, x, y)
        show(targetAt(tree, category, x, y))
      },
      onEnded: (isDone) => {
        const to = latest.current?.to
        show(null)
        if (isDone && to) onDropped(to)
      },
    })
  }
  return (
    <>
      <span className="tree-handle" aria-hidden="true" title="Drag" onPointerDown={take}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M7 4h.01M13 4h.01M7 10h.01M13 10h.01M7 16h.01M13 16h.01" />
        </svg>
      </span>
      {target && createPortal(<DropMark {...target} />, document.body)}
    </>
  )
}

function targetAt(
  tree: readonly AppointmentCategory[],
  moved: AppointmentCategory,
  x: number,
  y: number,
): Target | null {
  const row = document.elementFromPoint(x, y)?.closest('tr')
  const id = Number(row?.querySelector<HTMLElement>('[data-category]')?.dataset['category'])
  const over = tree.find((category) => category.id === id)
  if (!row || !over) return null
  const box = row.getBoundingClientRect()
  const at = (y - box.top) / box.height
  const edge = at < EDGE ? 'before' : at > 1 - EDGE ? 'after' : 'into'
  const to = categoryPlaceAt(tree, moved, over, edge)
  const words = to
    ? `${edge === 'into' ? 'Under' : edge === 'before' ? 'Before' : 'After'} ${over.name}`
    : 'Not under itself'
  return { to, words, edge, box }
}

function DropMark({ to, words, edge, box }: Target) {
  const top = edge === 'after' ? box.bottom : box.top
  return (
    <div
      aria-hidden="true"
      className={['drop-mark', edge === 'into' && 'drop-mark-into', !to && 'drop-mark-refused']
        .filter(Boolean)
        .join(' ')}
      style={{
        left: box.left,
        top,
        width: box.width,
        height: edge === 'into' ? box.height : 0,
      }}
    >
      <span>{words}</span>
    </div>
  )
}
