import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import { Button } from '../../ui/Button.tsx'
import { CategoryDragHandle } from './CategoryDragHandle.tsx'
import { placeAbove, placeBelow } from './category-places.ts'
import { useIsTree, useMovingCategories } from './moving-categories.ts'
import './category-tree.css'

declare module 'react' {
  interface CSSProperties {
    '--tree-level'?: number
  }
}

export function CategoryName({ category }: { category: AppointmentCategory }) {
  const isTree = useIsTree()
  const { name, level } = category
  if (!isTree || level === 0) return <span>{name}</span>
  return (
    <span className="tree-name" style={{ '--tree-level': level }}>
      {name}
      <span className="visually-hidden">, level {level + 1}</span>
    </span>
  )
}

export function CategoryMoves({ category }: { category: AppointmentCategory }) {
  const moving = useMovingCategories()
  if (!moving) return null
  const { tree, isMoving, onMove, onAsk } = moving
  const { name } = category
  const step = (words: string, sign: string, to: ReturnType<typeof placeAbove>) => (
    <Button
      look="quiet"
      small
      className="tree-step"
      aria-label={`${words}: ${name}`}
      title={words}
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
