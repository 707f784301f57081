import type { WeeklyAvailability } from '#lib/contract/booking.ts'
import { formatPlainDate, mondayBefore } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'

type NoTimesProps = {
  week: WeeklyAvailability
  today: string
  siteName: string | null
  onNextAvailable: (date: string) => void
  onEverySite: () => void
}

export function NoTimes({ week, today, siteName, onNextAvailable, onEverySite }: NoTimesProps) {
  const next = week.next_available
  const where = siteName ? ` at ${siteName}` : ''
  const when = week.week_start <= mondayBefore(today) ? 'this week' : 'in this week'
  return (
    <div className="banner flex flex-col items-start gap-3">
      <p>
        {next
          ? `No times ${when}${where}.`
          : `There are no times to book online${where} at the moment.`}
      </p>
      {next && (
        <Button onClick={() => onNextAvailable(next)}>
          Next available: {formatPlainDate(next)}
        </Button>
      )}
      {siteName && (
        <Button look="secondary" onClick={onEverySite}>
          Look at all branches
        </Button>
      )}
      {!next && (
        <p>
          New times are added often. You can also{' '}
          <a className="link" href="/contact">
            ask one of our branches
          </a>{' '}
          by phone.
        </p>
      )}
    </div>
  )
}
