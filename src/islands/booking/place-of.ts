import type { SiteSummary } from '#lib/contract/booking.ts'

/** The addresses of sites, line by line, by slug. */
export type SiteAddresses = Readonly<Record<string, readonly string[]>>

/** A site's name, and its address, line by line. */
export function slotPlaceOf(
  { slug, name }: SiteSummary,
  addresses: SiteAddresses,
): readonly string[] {
  return [name, ...(addresses[slug] ?? [])]
}
