import type { Period } from '#lib/dates/dates.ts'
import { formatDateRange, formatPlainDate } from '#lib/dates/format-date-time.ts'

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

export const asPercent = (share: number | null, none = 'None') =>
  share === null ? none : percent.format(share)

export const formatReportPeriod = ({ from, to }: Period) =>
  from === to ? formatPlainDate(from) : formatDateRange(from, to)

export const during = (period: Period) =>
  `${period.from === period.to ? 'on' : 'from'} ${formatReportPeriod(period)}`
