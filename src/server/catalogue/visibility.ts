import { createHash, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { can, type PolicyViewer } from '#lib/policy/policy.ts'
import type { Settings } from '../settings.ts'

export type Visibility = { types: boolean; categories: boolean; sites: boolean }

export const findVisibility = (viewer: PolicyViewer): Visibility => ({
  types: can(viewer, 'hiddenTypes.see'),
  categories: can(viewer, 'hiddenCategories.see'),
  sites: can(viewer, 'hiddenSites.see'),
})

export const visibilityOfVisitor = (unlocked: boolean): Visibility => ({
  types: unlocked,
  categories: unlocked,
  sites: unlocked,
})

/** Patients see the type of their appointment; hidden sites need the key. */
export const visibilityOfBooked = (settings: Settings, key: string | undefined): Visibility => ({
  types: true,
  categories: true,
  sites: isUnlocked(settings, key),
})

export function isUnlocked(settings: Settings, key: string | undefined): boolean {
  if (!settings.SERVICES_KEY || !key) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(settings.SERVICES_KEY), digest(key))
}

/** A row named `category`: neither it nor an ancestor is disabled, or hidden without the key. */
export function isPubliclyListed(unlocked: boolean): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from appointment_category as above
    where above.tree_id = category.tree_id
      and above.lft <= category.lft and above.rght >= category.rght
      and ${unlocked ? sql`above.disabled` : sql`(above.disabled or above.hidden)`})`
}

/** A type with categories needs a listed one. */
export function isVisibleType(sees: Omit<Visibility, 'sites'>): RawBuilder<boolean> {
  const links = sql`appointment_type_category as link
    join appointment_category as category on category.id = link.appointment_category_id
    where link.appointment_type_id = appointment_type.id`
  return sql<boolean>`(${sees.types ? sql`true` : sql`not appointment_type.hidden`}
    and (not exists (select from ${links})
      or exists (select from ${links} and ${isPubliclyListed(sees.categories)})))`
}
