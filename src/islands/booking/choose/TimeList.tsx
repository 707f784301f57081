import { type RefObject, useEffect, useRef } from 'react'
import { formatPlainDate, formatTime } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { useArrowKeys } from '../../ui/use-arrow-keys.ts'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { groupSlots } from './slot-groups.ts'
import { isPendingSlot, type TimesOfDayProps } from './TimesOfDay.tsx'

const BranchTimes = lateComponent(
  () =>
    import('./BranchTimes.tsx').then(
      (part) => part.BranchTimes,
      () => TimesOfDay,
    ),
  <Loading label="Loading times" />,
)

type TimeListProps = TimesOfDayProps & {
  headingRef: RefObject<HTMLHeadingElement | null>
}

export function TimeList({ headingRef, ...times }: TimeListProps) {
  const { day } = times
  const arrowKeys = useArrowKeys()
  const isNarrow = useIsNarrow()
  const section = useRef<HTMLElement>(null)
  const isFocused = useRef(false)
  const sites = new Set(day.slots.map(({ site }) => site.name))
  const [onlySite] = sites.size === 1 ? sites : []
  // A time that somebody else took goes away under the focus, and no event tells of it.
  useEffect(() => {
    const focused = document.activeElement
    if (!isFocused.current || section.current?.contains(focused)) return
    // A notice that took the focus in the same moment keeps it.
    if (focused === document.body) headingRef.current?.focus()
    else isFocused.current = false
  })
  return (
    <section
      ref={section}
      aria-labelledby="slot-times"
      className="flex flex-col gap-4"
      onKeyDown={arrowKeys}
      onFocus={() => {
        isFocused.current = true
      }}
      onBlur={() => {
        isFocused.current = false
      }}
    >
      <h2
        id="slot-times"
        ref={headingRef}
        tabIndex={-1}
        aria-live="polite"
        aria-atomic="true"
        className="heading-2 scroll-mt-4"
      >
        Times on {formatPlainDate(day.date)}{' '}
        {onlySite && <span className="block text-base font-normal">at {onlySite}</span>}
      </h2>
      {isNarrow && !onlySite ? <BranchTimes {...times} /> : <TimesOfDay {...times} />}
    </section>
  )
}

function TimesOfDay({ day, timeZone, pendingSlot, onSelect }: TimesOfDayProps) {
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
