import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { findSiblings } from '#lib/forms/build/change-items.ts'
import { DragHandle } from '../../ui/DragHandle.tsx'
import { useBuilding } from './building.ts'

/** Puts an item elsewhere in its list. */
export function ItemDragHandle({ item }: { item: FormItem }) {
  const { items, send, isConfirming } = useBuilding()
  return (
    <DragHandle
      className="builder-handle"
      frame=".dialog-frame"
      isLocked={isConfirming}
      targetAt={(x, y) => targetAt(findSiblings(items, item.id), item, x, y)}
      onDropped={({ to }) => send({ type: 'item.moved', id: item.id, to })}
      mark={({ left, top, width }) => (
        <div aria-hidden="true" className="builder-drop-mark" style={{ left, top, width }} />
      )}
    />
  )
}

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
