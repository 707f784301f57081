import { formatTime } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import type { useLiveSchedule } from './use-live-schedule.ts'

const OLD_MS = 100_000

type FreshnessProps = {
  live: ReturnType<typeof useLiveSchedule>
  now: number
}

/** Says when what is shown is not what is: while somebody works on it, and while nothing arrives. */
export function Freshness({ live, now }: FreshnessProps) {
  const timeZone = useTimeZone()
  const { query, waiting, release, isHeard } = live
  const { data, error, isFetching } = query
  const readAt = data ? Date.parse(data.read_at) : now
  const isOld = data !== undefined && (error !== null || now - readAt > OLD_MS)
  return (
    <div className="no-print" role="status">
      {waiting > 0 && (
        <p className="freshness">
          {counted(waiting, 'change')} not shown yet.{' '}
          <Button look="quiet" small onClick={release}>
            Show changes
          </Button>
        </p>
      )}
      {isOld ? (
        <p className="freshness freshness-old">
          We cannot update the schedule at the moment. This is how it was at{' '}
          {formatTime(readAt, timeZone)}.{' '}
          <Button look="quiet" small pending={isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        !isHeard &&
        data && (
          <p className="freshness">
            Connection lost. The schedule updates once a minute until it is back.
          </p>
        )
      )}
    </div>
  )
}
