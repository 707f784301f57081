import type { Executor } from '../database/connection.ts'
import type { ChangedTime } from '../schedule/announce.ts'

/** `end_offer` ends what was offered with it. @returns the time that is free again. */
export const giveHoldBack = (executor: Executor, holdId: number | null): Promise<ChangedTime[]> =>
  executor
    .deleteFrom('appointment')
    .where('id', '=', holdId ?? 0)
    .where('status', '=', 'held')
    .returning(['staff_id', 'room_id', 'starts_at', 'ends_at'])
    .execute()

export async function withdrawOffer(
  executor: Executor,
  offer: { id: number } | { entry_id: number },
): Promise<ChangedTime[]> {
  const [column, value] =
    'id' in offer ? (['id', offer.id] as const) : (['entry_id', offer.entry_id] as const)
  const open = await executor
    .selectFrom('waiting_list_offer')
    .select('hold_id')
    .where(column, '=', value)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return await giveHoldBack(executor, open?.hold_id ?? null)
}
