import type { Block, GridColumn, HoursBlock } from './schedule-layout.ts'

export type ListEntry =
  | { kind: 'block'; key: string; start: number; block: Block }
  | { kind: 'free'; key: string; start: number; end: number; where: string }

export function listEntries({
  blocks,
  hoursBlocks,
}: Pick<GridColumn, 'blocks' | 'hoursBlocks'>): ListEntry[] {
  const taken = blocks.map(
    (block): ListEntry => ({ kind: 'block', key: block.key, start: block.start, block }),
  )
  return [...taken, ...hoursBlocks.flatMap((period) => freeTimes(period, blocks))].sort(
    (one, other) => one.start - other.start,
  )
}

/** Counts milliseconds of the working periods in which nothing is booked or held. */
export const freeIn = ({
  blocks,
  hoursBlocks,
}: Pick<GridColumn, 'blocks' | 'hoursBlocks'>): number =>
  hoursBlocks
    .flatMap((period) => freeTimes(period, blocks))
    .reduce((sum, entry) => sum + (entry.kind === 'free' ? entry.end - entry.start : 0), 0)

function freeTimes(period: HoursBlock, blocks: readonly Block[]): ListEntry[] {
  const free: ListEntry[] = []
  let from = period.start
  const add = (to: number) => {
    if (from < to) {
      free.push({ kind: 'free', key: `f${from}`, start: from, end: to, where: period.where })
    }
  }
  for (const { start, end } of blocks) {
    if (end <= from || start >= period.end) continue
    add(start)
    from = end
  }
  add(period.end)
  return free
}
