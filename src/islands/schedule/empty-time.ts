import type { Block, GridColumn, HoursBlock } from './schedule-layout.ts'
import type { Span } from './time-axis.ts'

export const blockAt = (column: Pick<GridColumn, 'blocks'>, at: number): Block | undefined =>
  column.blocks.find(({ start, end }) => start <= at && at < end)

export const hoursAt = (
  column: Pick<GridColumn, 'hoursBlocks'>,
  at: number,
): HoursBlock | undefined => column.hoursBlocks.find(({ start, end }) => start <= at && at < end)

const QUARTER = 15 * 60_000

export function emptyFrom(column: Pick<GridColumn, 'blocks'>, at: number): number {
  const before = column.blocks.findLast(({ end }) => end <= at)?.end ?? 0
  return Math.max(Math.floor(at / QUARTER) * QUARTER, before)
}

export function emptyQuarter(column: Pick<GridColumn, 'blocks'>, start: number): Span {
  const next = column.blocks.find((block) => block.start > start)?.start ?? Infinity
  return { start, end: Math.min(start + QUARTER, next) }
}
