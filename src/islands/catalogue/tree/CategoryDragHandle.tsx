import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type { CategoryPlace } from '#machines/catalogue/category-moving.machine.ts'
import { DragHandle } from '../../ui/DragHandle.tsx'
import { categoryPlaceAt, type Edge } from './category-places.ts'

type CategoryDragHandleProps = {
  category: AppointmentCategory
  tree: readonly AppointmentCategory[]
  isMoving: boolean
  onDropped: (to: CategoryPlace) => void
}

type Target = { to: CategoryPlace | null; words: string; edge: Edge; box: DOMRect }

/** This much of a row's height, at either edge, is between two rows. */
const EDGE = 0.28

export function CategoryDragHandle(props: CategoryDragHandleProps) {
  const { category, tree, isMoving, onDropped } = props
  return (
    <DragHandle
      className="tree-handle"
      frame=".table-frame"
      isLocked={isMoving}
      targetAt={(x, y) => targetAt(tree, category, x, y)}
      onDropped={({ to }) => to && onDropped(to)}
      mark={(target) => <DropMark {...target} />}
    />
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
  const text = to
    ? `${edge === 'into' ? 'Under' : edge === 'before' ? 'Before' : 'After'} ${over.name}`
    : 'Not under itself'
  return { to, words: text, edge, box }
}

function DropMark({ to, words: text, edge, box }: Target) {
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
      <span>{text}</span>
    </div>
  )
}
