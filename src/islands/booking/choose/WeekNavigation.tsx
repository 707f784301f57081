import type { WeeklyAvailability } from '#lib/contract/booking.ts'
import { addDays, formatDateRange, mondayBefore } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'

type WeekNavigationProps = {
  headingId: string
  today: string
  requestedWeek: string
  week: WeeklyAvailability | null
  status: 'loading' | 'ready' | 'failed'
  hasTimes: boolean
  onWeekChosen: (date: string, day: string | null) => void
}

export function WeekNavigation(props: WeekNavigationProps) {
  const { headingId, today, requestedWeek, week, status, hasTimes, onWeekChosen } = props
  const requested = mondayBefore(requestedWeek)
  const shown = week?.week_start ?? requested
  // Nothing in this week nor after it, up to the booking horizon: there is nowhere to go.
  const isLast = status === 'ready' && week !== null && !hasTimes && week.next_available === null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 id={headingId} tabIndex={-1} className="heading-2 basis-full scroll-mt-4 sm:basis-auto">
        {formatDateRange(shown, addDays(shown, 6))}
        {status === 'loading' && week && (
          <span className="spinner ms-3 inline-block" aria-hidden="true" />
        )}
      </h2>
      <div className="flex flex-wrap gap-x-1 gap-y-2 sm:gap-x-2">
        <Button
          look="secondary"
          small
          unavailable={requested <= mondayBefore(today)}
          onClick={() => onWeekChosen(addDays(requested, -7), null)}
        >
          Previous week
        </Button>
        <Button
          look="secondary"
          small
          unavailable={isLast}
          onClick={() => onWeekChosen(addDays(requested, 7), null)}
        >
          Next week
        </Button>
      </div>
    </div>
  )
}
