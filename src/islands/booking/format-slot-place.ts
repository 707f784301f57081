import type { SiteSummary } from '#lib/contract/booking.ts'

export type SiteAddresses = Readonly<Record<string, readonly string[]>>

export function formatSlotPlace(
  { slug, name }: SiteSummary,
  addresses: SiteAddresses,
): readonly string[] {
  return [name, ...(addresses[slug] ?? [])]
}

export type SlotSummary = {
  service: string
  duration: number
  start: string
  place: readonly string[]
}
