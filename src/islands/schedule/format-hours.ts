import { counted } from '#lib/text/format-number.ts'
import type { Block, GridColumn } from './schedule-layout.ts'
import { type Span, within } from './time-axis.ts'

export const bookedIn = (time: Span, blocks: readonly Block[]): Block[] =>
  blocks.filter((block) => within(block, time))

export const bookedOutside = ({
  behind,
  hoursBlocks,
}: Pick<GridColumn, 'behind' | 'hoursBlocks'>) =>
  behind.filter((block) => !hoursBlocks.some((hours) => within(block, hours)))

export const countedBookings = (count: number): string =>
  count === 0 ? 'no appointments' : counted(count, 'appointment')
