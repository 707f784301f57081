import type { Selectable } from 'kysely'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { MessageRow } from './message-rows.ts'

const READ = ['is_sent', 'name', 'edition', 'subversion', 'subject', 'body'] as const
type MessageTemplateRow = Pick<Selectable<DB['message_template']>, (typeof READ)[number]>

/** That of the appointment type before that of all; null where the clinic has written none. */
export async function templateFor(
  executor: Executor,
  { event, channel }: Pick<MessageRow, 'event' | 'channel'>,
  typeId: number | null,
): Promise<MessageTemplateRow | null> {
  const row = await executor
    .selectFrom('message_template')
    .select(READ)
    .where('event', '=', event)
    .where('channel', '=', channel)
    .where((row) =>
      row.or([
        ...(typeId === null ? [] : [row('appointment_type_id', '=', typeId)]),
        row('appointment_type_id', 'is', null),
      ]),
    )
    .orderBy('appointment_type_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
