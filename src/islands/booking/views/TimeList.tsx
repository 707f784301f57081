import type { Ref } from 'react'
import type { Slot } from '#lib/contract/booking.ts'
import { formatPlainDate, formatTime } from '#lib/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { useArrowKeys } from '../../ui/use-arrow-keys.ts'
import { type Day, groupSlots } from './slot-groups.ts'
import type { SlotPickerProps } from './view-props.ts'

const headingId = 'slot-times'

type TimeListProps = Pick<SlotPickerProps, 'timeZone'> & {
  day: Day
  pendingSlot: SlotPickerProps['pendingSlot'] | undefined
  onSelect: (slot: Slot) => void
  /** Takes the focus when the day was reached by "next available". */
  headingRef: Ref<HTMLHeadingElement>
}

/** The times of one day as buttons, under morning, afternoon and evening. */
export function TimeList({ day, timeZone, pendingSlot, onSelect, headingRef }: TimeListProps) {
  const arrowKeys = useArrowKeys()
  const sites = new Set(day.slots.map(({ site }) => site.name))
  const [onlySite] = sites.size === 1 ? sites : []
  const isPending = (slot: Slot) =>
    pendingSlot?.start === slot.start && pendingSlot.site.id === slot.site.id
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4" onKeyDown={arrowKeys}>
      <h2 id={headingId} ref={headingRef} tabIndex={-1} className="heading-2 scroll-mt-4">
        Times on {formatPlainDate(day.date)}{' '}
        {onlySite && <span className="block text-base font-normal">at {onlySite}</span>}
      </h2>
      {groupSlots(day.slots, timeZone).map(({ part, slots }) => (
        <section key={part} aria-labelledby={`${headingId}-${part}`}>
          <h3 id={`${headingId}-${part}`} className="heading-3 mb-2">
            {part}
          </h3>
          <ul className={onlySite ? 'time-list' : 'time-list time-list-with-site'}>
            {slots.map((slot) => (
              <li key={`${slot.start} ${slot.site.id}`}>
                <Button
                  look="secondary"
                  className="time"
                  pending={isPending(slot)}
                  unavailable={pendingSlot !== undefined}
                  onClick={() => onSelect(slot)}
                >
                  <span>{formatTime(slot.start, timeZone)}</span>{' '}
                  {!onlySite && <span className="time-site">{slot.site.name}</span>}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
