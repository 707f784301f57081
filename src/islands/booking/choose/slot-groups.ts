import type { Slot, WeeklyAvailability } from '#lib/contract/booking.ts'
import { hourAt } from '#lib/dates/format-date-time.ts'

const AFTERNOON_FROM = 12
const EVENING_FROM = 17

type PartOfDay = 'Morning' | 'Afternoon' | 'Evening'
type Timed = Pick<Slot, 'start'>
type SlotGroup<S extends Timed = Slot> = { part: PartOfDay; slots: S[] }

function partOfDay(slot: Timed, timeZone: string): PartOfDay {
  const hour = hourAt(slot.start, timeZone)
  if (hour < AFTERNOON_FROM) return 'Morning'
  return hour < EVENING_FROM ? 'Afternoon' : 'Evening'
}

export function groupSlots<S extends Timed>(slots: readonly S[], timeZone: string): SlotGroup<S>[] {
  const parts: PartOfDay[] = ['Morning', 'Afternoon', 'Evening']
  return parts
    .map((part) => ({ part, slots: slots.filter((slot) => partOfDay(slot, timeZone) === part) }))
    .filter((group) => group.slots.length > 0)
}

export type Day = WeeklyAvailability['days'][number]

type Site = Slot['site']

export function sitesWith(
  known: readonly Site[],
  week: { days: readonly Day[] } | null,
): readonly Site[] {
  const sites = new Map(known.map((site) => [site.id, site]))
  for (const { slots } of week?.days ?? []) for (const { site } of slots) sites.set(site.id, site)
  if (sites.size === known.length) return known
  return [...sites.values()].sort(
    (one, other) =>
      one.display_order - other.display_order ||
      one.name.localeCompare(other.name, 'en', { numeric: true }),
  )
}
