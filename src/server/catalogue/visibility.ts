import { createHash, timingSafeEqual } from 'node:crypto'
import type { Permission } from '#lib/contract/permissions.ts'
import type { Settings } from '../settings.ts'

/** Which of what is hidden somebody sees. */
export type Visibility = { types: boolean; categories: boolean; sites: boolean }

/** What staff see beyond what everybody does, by their permissions (specification, section 6). */
export function visibilityOf({
  permissions,
}: {
  permissions: ReadonlySet<Permission>
}): Visibility {
  return {
    types: permissions.has('clinic.view_hidden_appointment_types'),
    categories: permissions.has('clinic.view_hidden_appointment_categories'),
    sites: permissions.has('clinic.view_hidden_sites'),
  }
}

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
