import { createHash, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../settings.ts'

/**
 * Whether the key opens hidden services, categories and sites (specification, section 6).
 * A wrong key opens what no key opens.
 */
export function isUnlocked(settings: Settings, key: string | undefined): boolean {
  if (!settings.SERVICES_KEY || !key) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(settings.SERVICES_KEY), digest(key))
}
