import { createHash, timingSafeEqual } from 'node:crypto'
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
