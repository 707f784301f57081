import type { PublicAppointmentCategory } from '#lib/contract/catalogue.ts'

type Category = PublicAppointmentCategory

export function topCategories(categories: readonly Category[]): Category[] {
  return inOrder(categories.filter(({ level, disabled }) => level === 0 && !disabled))
}

export function subcategories(categories: readonly Category[], parent: Category): Category[] {
  return inOrder(categories.filter(({ parent: id, disabled }) => id === parent.id && !disabled))
}

export function offersServices(categories: readonly Category[], category: Category): boolean {
  return (
    category.appointment_types.length > 0 ||
    subcategories(categories, category).some((child) => offersServices(categories, child))
  )
}

function inOrder(categories: Category[]): Category[] {
  return categories.toSorted((a, b) => a.tree_id - b.tree_id || a.lft - b.lft)
}
