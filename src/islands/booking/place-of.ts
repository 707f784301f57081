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

/** What is being booked, as every step repeats it. `duration` is in minutes. */
export type SlotSummary = {
  service: string
  duration: number
  start: string
  /** The name of the site, and its address where it is known, line by line. */
  place: readonly string[]
}
