import type { Period } from '#lib/dates/dates.ts'
import { formatDateRange, formatPlainDate } from '#lib/dates/format-date-time.ts'
import { inFigures } from '#lib/text/format-number.ts'

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

/** A share of 1: "63.4%"; `none` where there was nothing to have a share of. */
export const asPercent = (share: number | null, none = 'None') =>
  share === null ? none : percent.format(share)

export const formatReportPeriod = ({ from, to }: Period) =>
  from === to ? formatPlainDate(from) : formatDateRange(from, to)

/** A period within a sentence: "on Monday 3 August 2026", "from 3 to 9 August 2026". */
export const during = (period: Period) =>
  `${period.from === period.to ? 'on' : 'from'} ${formatReportPeriod(period)}`

/** How a number stands to the one before: "5 more", "3 fewer", "as many". */
export function moreOrFewer(now: number, before: number): string {
  if (now === before) return 'the same'
  return now > before ? `${inFigures(now - before)} more` : `${inFigures(before - now)} fewer`
}

/** How a share stands to the one before: "up from 60%", "the same", or nothing to compare with. */
export function upOrDown(now: number | null, before: number | null): string {
  if (now === null || before === null) return 'No earlier data'
  if (now === before) return 'the same'
  return `${now > before ? 'up' : 'down'} from ${asPercent(before)}`
}
