import type { Block, GridColumn, HoursBlock } from './schedule-layout.ts'
import type { Span } from './time-axis.ts'

/** Nothing lies in such a stretch of a column: of somebody's hours, or of no hours. */
export type EmptyTime = Span & { hours: HoursBlock | null }

export const blockAt = (column: Pick<GridColumn, 'blocks'>, at: number): Block | undefined =>
  column.blocks.find(({ start, end }) => start <= at && at < end)

export const hoursAt = (
  column: Pick<GridColumn, 'hoursBlocks'>,
  at: number,
): HoursBlock | undefined => column.hoursBlocks.find(({ start, end }) => start <= at && at < end)

const QUARTER = 15 * 60_000

/** The quarter of an hour that an instant of a column is in, without what lies before it there. */
export function emptyFrom(column: Pick<GridColumn, 'blocks'>, at: number): number {
  const before = column.blocks.findLast(({ end }) => end <= at)?.end ?? 0
  return Math.max(Math.floor(at / QUARTER) * QUARTER, before)
}

/** A quarter of an hour from an empty instant, or up to what lies within it. */
export function emptyQuarter(column: Pick<GridColumn, 'blocks'>, start: number): Span {
  const next = column.blocks.find((block) => block.start > start)?.start ?? Infinity
  return { start, end: Math.min(start + QUARTER, next) }
}

/**
 * The empty time around an instant: as far as nothing is booked, and all of it within the same hours
 * or all of it outside any. Null where something lies. @param shown what of the day is in sight.
 */
export function emptyTimeAt(column: GridColumn, at: number, shown: Span): EmptyTime | null {
  if (at < shown.start || at >= shown.end || blockAt(column, at)) return null
  const edges = [...column.blocks, ...column.hoursBlocks].flatMap(({ start, end }) => [start, end])
  return {
    hours: hoursAt(column, at) ?? null,
    start: Math.max(shown.start, ...edges.filter((edge) => edge <= at)),
    end: Math.min(shown.end, ...edges.filter((edge) => edge > at)),
  }
}
