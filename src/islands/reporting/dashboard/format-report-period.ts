import type { Period } from '#lib/dates/dates.ts'
import { formatDateRange, formatPlainDate } from '#lib/dates/format-date-time.ts'
import { inFigures } from '#lib/text/format-number.ts'

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

export const asPercent = (share: number | null, none = 'None') =>
  share === null ? none : percent.format(share)

export const formatReportPeriod = ({ from, to }: Period) =>
  from === to ? formatPlainDate(from) : formatDateRange(from, to)

export const during = (period: Period) =>
  `${period.from === period.to ? 'on' : 'from'} ${formatReportPeriod(period)}`

export function moreOrFewer(now: number, before: number): string {
  if (now === before) return 'the same'
  return now > before ? `${inFigures(now - before)} more` : `${inFigures(before - now)} fewer`
}

export function upOrDown(now: number | null, before: number | null): string {
  if (now === null || before === null) return 'No earlier data'
  if (now === before) return 'the same'
  return `${now > before ? 'up' : 'down'} from ${asPercent(before)}`
}
