import { createContext, useContext } from 'react'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type { CategoryMove, CategoryPlace } from '#machines/catalogue/category-moving.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { DragHandle } from '../../ui/DragHandle.tsx'
import './category-tree.css'

type CategoryDragHandleProps = {
  category: AppointmentCategory
  tree: readonly AppointmentCategory[]
  isMoving: boolean
  onDropped: (to: CategoryPlace) => void
}

type Target = { to: CategoryPlace | null; text: string; edge: Edge; box: DOMRect }

/** This much of a row's height, at either edge, is between two rows. */
const EDGE = 0.28

function CategoryDragHandle(props: CategoryDragHandleProps) {
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
  return { to, text, edge, box }
}

function DropMark({ to, text, edge, box }: Target) {
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

declare module 'react' {
  interface CSSProperties {
    '--tree-level'?: number
  }
}

export function CategoryMoves({ category }: { category: AppointmentCategory }) {
  const moving = useMovingCategories()
  if (!moving) return null
  const { tree, isMoving, onMove, onAsk } = moving
  const { name } = category
  const step = (text: string, sign: string, to: ReturnType<typeof placeAbove>) => (
    <Button
      look="quiet"
      small
      className="tree-step"
      aria-label={`${text}: ${name}`}
      title={text}
      unavailable={isMoving || to === null}
      onClick={() => to && onMove({ category, to })}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={sign} />
      </svg>
    </Button>
  )
  return (
    <div className="tree-moves" data-category={category.id}>
      {tree && (
        <>
          <CategoryDragHandle
            category={category}
            tree={tree}
            isMoving={isMoving}
            onDropped={(to) => onMove({ category, to })}
          />
          {step('Move up', 'M10 16V4M5 9l5-5 5 5', placeAbove(tree, category))}
          {step('Move down', 'M10 4v12M5 11l5 5 5-5', placeBelow(tree, category))}
        </>
      )}
      <Button
        look="quiet"
        small
        aria-label={`Move under…: ${name}`}
        unavailable={isMoving}
        onClick={() => onAsk(category)}
      >
        Move under…
      </Button>
    </div>
  )
}

type Rows = readonly AppointmentCategory[]

const findNeighbours = (rows: Rows, parent: number | null) =>
  rows.filter((row) => row.parent === parent)

function placeAbove(rows: Rows, { id, parent }: AppointmentCategory): CategoryPlace | null {
  const neighbours = findNeighbours(rows, parent)
  const previous = neighbours[neighbours.findIndex((row) => row.id === id) - 1]
  return previous ? { parent, before: previous.id } : null
}

function placeBelow(rows: Rows, { id, parent }: AppointmentCategory): CategoryPlace | null {
  const neighbours = findNeighbours(rows, parent)
  const at = neighbours.findIndex((row) => row.id === id)
  const isLast = at < 0 || at === neighbours.length - 1
  return isLast ? null : { parent, before: neighbours[at + 2]?.id ?? null }
}

const isWithin = (inner: AppointmentCategory, outer: AppointmentCategory) =>
  inner.tree_id === outer.tree_id && inner.lft >= outer.lft && inner.rght <= outer.rght

type Edge = 'before' | 'into' | 'after'

/**
 * Finds where a category comes that is dropped on a row; null where it cannot be: on itself, or on
 * what is below it. After a row with others below it is before the first of these.
 */
export function categoryPlaceAt(
  rows: Rows,
  moved: AppointmentCategory,
  over: AppointmentCategory,
  edge: Edge,
): CategoryPlace | null {
  if (isWithin(over, moved)) return null
  const others = rows.filter((row) => row.id !== moved.id)
  if (edge === 'into') return { parent: over.id, before: null }
  if (edge === 'before') return { parent: over.parent, before: over.id }
  const [first] = findNeighbours(others, over.id)
  if (first) return { parent: over.id, before: first.id }
  const neighbours = findNeighbours(others, over.parent)
  const next = neighbours[neighbours.findIndex((row) => row.id === over.id) + 1]
  return { parent: over.parent, before: next?.id ?? null }
}

export function formatCategoryPlace(
  rows: Rows,
  { id, parent, parent_path }: AppointmentCategory,
): string {
  const neighbours = findNeighbours(rows, parent)
  const at = neighbours.findIndex((row) => row.id === id)
  const under = parent_path === null ? 'at the top level' : `under ${parent_path}`
  return at < 0 ? under : `${at + 1} of ${neighbours.length} ${under}`
}

type MovingCategories = {
  /** It is null where the list is searched, filtered or sorted. */
  tree: readonly AppointmentCategory[] | null
  isMoving: boolean
  onMove: (move: CategoryMove) => void
  onAsk: (category: AppointmentCategory) => void
}

export const MovingContext = createContext<MovingCategories | null>(null)
export const TreeContext = createContext(false)

const useMovingCategories = () => useContext(MovingContext)
