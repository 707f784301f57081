import { formatTimeRange } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import type { Span } from '../time-axis.ts'

type GhostProps = {
  span: Span
  isRefused?: boolean
  left: number
  width: number
  top: number
  bottom: number
}

export function Ghost({ span, isRefused, left, width, top, bottom }: GhostProps) {
  const timeZone = useTimeZone()
  return (
    <div
      aria-hidden="true"
      className={isRefused ? 'schedule-ghost schedule-ghost-refused' : 'schedule-ghost'}
      style={{ left, width, top, height: bottom - top }}
    >
      {formatTimeRange(span.start, span.end, timeZone)}
    </div>
  )
}
