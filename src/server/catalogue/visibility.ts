import { createHash, timingSafeEqual } from 'node:crypto'
import { can, type PolicyViewer } from '#lib/policy/policy.ts'
import type { Settings } from '../settings.ts'

/** Which of what is hidden somebody sees. */
export type Visibility = { types: boolean; categories: boolean; sites: boolean }

/** What staff see beyond what everybody does, by their permissions (specification, section 6). */
export const visibilityOf = (viewer: PolicyViewer): Visibility => ({
  types: can(viewer, 'hiddenTypes.see'),
  categories: can(viewer, 'hiddenCategories.see'),
  sites: can(viewer, 'hiddenSites.see'),
})

/** The key opens everything that is hidden, or nothing. */
export const visibilityOfVisitor = (unlocked: boolean): Visibility => ({
  types: unlocked,
  categories: unlocked,
  sites: unlocked,
})

/** What who moves an own appointment sees: its service, however it was found; hidden sites by the key. */
export const visibilityOfBooked = (settings: Settings, key: string | undefined): Visibility => ({
  types: true,
  categories: true,
  sites: isUnlocked(settings, key),
})

/**
 * Whether the key opens hidden services, categories and sites (specification, section 6).
 * A wrong key opens what no key opens.
 */
export function isUnlocked(settings: Settings, key: string | undefined): boolean {
  if (!settings.SERVICES_KEY || !key) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(settings.SERVICES_KEY), digest(key))
}
