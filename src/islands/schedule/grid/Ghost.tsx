import { formatTimeRange } from '#lib/dates/format-date-time.ts'
import type { Span } from '../time-axis.ts'

type GhostProps = {
  /** Instants. */
  span: Span
  isRefused?: boolean
  /** Pixels, within the grid. */
  left: number
  width: number
  top: number
  bottom: number
  timeZone: string
}

export function Ghost({ span, isRefused, left, width, top, bottom, timeZone }: GhostProps) {
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
