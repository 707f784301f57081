import type { SiteSummary, Slot } from '#lib/contract/booking.ts'
import { formatTime } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { type Day, groupSlots } from './slot-groups.ts'

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

export function TimesOfDay({ day, timeZone, pendingSlot, onSelect }: TimesOfDayProps) {
  const isOneSite = day.slots.every(({ site }) => site.id === day.slots[0]?.site.id)
  return groupSlots(day.slots, timeZone).map(({ part, slots }) => (
    <section key={part} aria-labelledby={`slot-times-${part}`}>
      <h3 id={`slot-times-${part}`} className="heading-3 mb-2">
        {part}
      </h3>
      <ul className={isOneSite ? 'time-list' : 'time-list time-list-with-site'}>
        {slots.map((slot) => (
          <li key={`${slot.start} ${slot.site.id}`}>
            <Button
              look="secondary"
              className="time"
              pending={isPendingSlot(slot, pendingSlot)}
              unavailable={pendingSlot !== undefined}
              onClick={() => onSelect(slot)}
            >
              <span>{formatTime(slot.start, timeZone)}</span>{' '}
              {!isOneSite && <span className="time-site">{slot.site.name}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  ))
}
