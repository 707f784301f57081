import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type { CategoryPlace } from '#machines/catalogue/category-moving.machine.ts'

type Rows = readonly AppointmentCategory[]

const findNeighbours = (rows: Rows, parent: number | null) =>
  rows.filter((row) => row.parent === parent)

export function placeAbove(rows: Rows, { id, parent }: AppointmentCategory): CategoryPlace | null {
  const neighbours = findNeighbours(rows, parent)
  const previous = neighbours[neighbours.findIndex((row) => row.id === id) - 1]
  return previous ? { parent, before: previous.id } : null
}

export function placeBelow(rows: Rows, { id, parent }: AppointmentCategory): CategoryPlace | null {
  const neighbours = findNeighbours(rows, parent)
  const at = neighbours.findIndex((row) => row.id === id)
  const isLast = at < 0 || at === neighbours.length - 1
  return isLast ? null : { parent, before: neighbours[at + 2]?.id ?? null }
}

const isWithin = (inner: AppointmentCategory, outer: AppointmentCategory) =>
  inner.tree_id === outer.tree_id && inner.lft >= outer.lft && inner.rght <= outer.rght

export type Edge = 'before' | 'into' | 'after'

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
