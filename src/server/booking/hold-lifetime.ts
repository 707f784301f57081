import { sql } from 'kysely'
import type { Opening } from '#lib/scheduling/bookability.ts'
import type { Executor } from '../database/connection.ts'

export const HOLD_MINUTES = 10

/** Deletes all of them unless the caller narrows it down. */
export const deleteExpiredHolds = (executor: Executor) =>
  executor
    .deleteFrom('appointment')
    .where('status', '=', 'held')
    .where('hold_expires_at', '<=', sql<Date>`now()`)

/** Housekeeping may not have run yet. @returns whether another attempt may succeed. */
export async function clearExpiredHolds(
  executor: Executor,
  { staffId, roomId, start, duration }: Pick<Opening, 'staffId' | 'roomId' | 'start' | 'duration'>,
): Promise<boolean> {
  const end = start + duration * 60_000
  const { numDeletedRows } = await deleteExpiredHolds(executor)
    .where(sql<boolean>`during && tstzrange(${new Date(start)}, ${new Date(end)})`)
    .where((row) => row.or([row('staff_id', '=', staffId), row('room_id', '=', roomId)]))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
