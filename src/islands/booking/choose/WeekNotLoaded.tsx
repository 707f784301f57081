import { addDays, formatDateRange, mondayBefore } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'

type WeekNotLoadedProps = { week: string; onRetry: () => void }

export function WeekNotLoaded({ week, onRetry }: WeekNotLoadedProps) {
  const monday = mondayBefore(week)
  return (
    <div role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>
        We could not load the times for {formatDateRange(monday, addDays(monday, 6))}. Check your
        connection and try again.
      </p>
      <Button look="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
