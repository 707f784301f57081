import { formatTimeRange } from '#lib/dates/format-date-time.ts'
import { briefDuration } from '../format-hours.ts'
import { freeIn } from '../list-entries.ts'
import type { GridColumn, ScheduleLayout } from '../schedule-layout.ts'
import type { Span } from '../time-axis.ts'
import type { ScheduleAddress } from '../use-schedule-place.ts'

export type WeekProps = {
  layout: ScheduleLayout
  address: ScheduleAddress
  today: string
  now: number
}

export type WeekRow = { id: number; name: string; site: string; days: GridColumn[] }

export function weekRows({ columns }: ScheduleLayout): WeekRow[] {
  return [...Map.groupBy(columns, ({ id }) => id).values()].flatMap((days) => {
    const [first] = days
    return first ? [{ id: first.id, name: first.name, site: first.site, days }] : []
  })
}

export function weekTotals({ axis, columns }: ScheduleLayout) {
  const ofDay = Map.groupBy(columns, ({ date }) => date)
  return axis.days.map(({ date }) => {
    const all = ofDay.get(date) ?? []
    return {
      date,
      working: all.filter(({ hoursBlocks }) => hoursBlocks.length > 0).length,
      booked: all.reduce((sum, { blocks }) => sum + blocks.length, 0),
    }
  })
}

export type Stay = { where: string; times: string[] }

export function findStays(
  { hoursBlocks }: Pick<GridColumn, 'hoursBlocks'>,
  timeZone: string,
): Stay[] {
  const stays: { where: string; spans: Span[] }[] = []
  for (const { start, end, where } of hoursBlocks) {
    const last = stays.at(-1)
    const span = last?.spans.at(-1)
    if (!last || last.where !== where) stays.push({ where, spans: [{ start, end }] })
    else if (span && span.end === start) span.end = end
    else last.spans.push({ start, end })
  }
  return stays.map(({ where, spans }) => ({
    where,
    times: spans.map(({ start, end }) => formatTimeRange(start, end, timeZone)),
  }))
}

/** "6 booked, 4h 30m free" from now on; of appointments without hours that they are outside them. */
export function formatLoad({ blocks, hoursBlocks }: GridColumn, now: number): string {
  if (hoursBlocks.length === 0) return `${blocks.length} booked outside hours`
  const ahead = hoursBlocks
    .filter(({ end }) => end > now)
    .map((period) => ({ ...period, start: Math.max(period.start, now) }))
  if (ahead.length === 0) return `${blocks.length} booked`
  const free = freeIn({ blocks, hoursBlocks: ahead })
  return `${blocks.length} booked, ${free > 0 ? `${briefDuration(free)} free` : 'full'}`
}

export const isEmpty = ({ blocks, hoursBlocks }: GridColumn) =>
  blocks.length + hoursBlocks.length === 0
