import { counted } from '#lib/format-number.ts'
import type { Block } from './schedule-layout.ts'
import { type Span, within } from './time-axis.ts'

/** What of some appointments lies in a time. */
export const bookedIn = (time: Span, blocks: readonly Block[]): Block[] =>
  blocks.filter((block) => within(block, time))

/** "no appointments", "1 appointment", "12 appointments". */
export const countedBookings = (count: number): string =>
  count === 0 ? 'no appointments' : counted(count, 'appointment')
