import { createContext, useContext } from 'react'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type { CategoryMove } from '#machines/catalogue/category-moving.machine.ts'

type MovingCategories = {
  /** It is null where the list is searched, filtered or sorted. */
  tree: readonly AppointmentCategory[] | null
  isMoving: boolean
  onMove: (move: CategoryMove) => void
  onAsk: (category: AppointmentCategory) => void
}

export const MovingContext = createContext<MovingCategories | null>(null)
export const TreeContext = createContext(false)

export const useMovingCategories = () => useContext(MovingContext)
export const useIsTree = () => useContext(TreeContext)
