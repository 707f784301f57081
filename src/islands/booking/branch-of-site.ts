import { branchBySlug } from '#lib/branches.ts'
import type { SiteSummary } from '#lib/contract/booking.ts'
import type { BranchPage } from './views/view-props.ts'

/** The page of a site's branch, where it has more to tell than the appointment: when, or where. */
export function branchPageOf(siteSlug: string): BranchPage | null {
  const { slug, hours, location } = branchBySlug(siteSlug) ?? {}
  if (!slug || !(hours || location)) return null
  const href = `/contact-details/${slug}`
  if (hours && location) return { href, label: 'Opening hours and map' }
  return { href, label: hours ? 'Opening hours' : 'Map' }
}

/** A site's name, and the address of its branch, line by line. */
export function placeOf({ slug, name }: SiteSummary): readonly string[] {
  return [name, ...(branchBySlug(slug)?.address ?? [])]
}
