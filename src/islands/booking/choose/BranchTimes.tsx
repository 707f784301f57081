import type { Slot } from '#lib/contract/booking.ts'
import { formatTime, plainDateAt, weekdayAndDay } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { sitesWith } from './slot-groups.ts'
import { isPendingSlot, type TimesOfDayProps } from './TimesOfDay.tsx'

export function BranchTimes({ day, days, ...props }: TimesOfDayProps) {
  const following = days.filter(({ date }) => date > day.date)
  const branches = sitesWith([], { days })
    .map((site) => {
      const isHere = (slot: Slot) => slot.site.id === site.id
      const today = day.slots.filter(isHere)
      const later = following.flatMap(({ slots }) => slots).find(isHere)
      return { site, count: today.length, next: today[0] ?? later }
    })
    .sort((one, other) => (one.next?.start ?? '').localeCompare(other.next?.start ?? ''))
  return (
    <ul className="flex flex-col gap-3">
      {branches.map(
        ({ site, count, next }) =>
          next && <Branch key={site.id} {...props} {...{ site, count, next }} />,
      )}
    </ul>
  )
}

type BranchProps = Omit<TimesOfDayProps, 'day' | 'days'> & {
  site: Slot['site']
  count: number
  next: Slot
}

function Branch({ site, count, next, ...props }: BranchProps) {
  const { timeZone, pendingSlot, onSelect, onSiteSelected } = props
  const headingId = `branch-${site.id}`
  const where = <span className="visually-hidden">at {site.name}</span>
  const time = formatTime(next.start, timeZone)
  const date = weekdayAndDay(plainDateAt(next.start, timeZone)).join(' ')
  return (
    <li aria-labelledby={headingId} className="card flex flex-col gap-2">
      <h3 id={headingId} className="heading-3">
        {site.name}
      </h3>
      <p className="hint">
        {count === 0 ? 'No times on this day. Next free time:' : 'Next free time:'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          pending={isPendingSlot(next, pendingSlot)}
          unavailable={pendingSlot !== undefined}
          onClick={() => onSelect(next)}
        >
          <span>{count === 0 ? `${date}, ${time}` : time}</span> {where}
        </Button>
        {count > 1 && (
          <Button look="quiet" className="button-flush" onClick={() => onSiteSelected(site.slug)}>
            <span>All {count} times</span> {where}
          </Button>
        )}
      </div>
    </li>
  )
}
