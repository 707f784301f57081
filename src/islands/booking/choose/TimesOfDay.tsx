import type { SiteSummary, Slot } from '#lib/contract/booking.ts'
import type { Day } from './slot-groups.ts'

export type PendingSlot = Pick<Slot, 'start'> & { site: Pick<SiteSummary, 'id'> }

export type TimesOfDayProps = {
  timeZone: string
  day: Day
  days: readonly Day[]
  pendingSlot: PendingSlot | undefined
  onSelect: (slot: Slot) => void
  onSiteSelected: (slug: string | null) => void
}

export const isPendingSlot = (slot: Slot, pending: PendingSlot | undefined) =>
  pending?.start === slot.start && pending.site.id === slot.site.id
