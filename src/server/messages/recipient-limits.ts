import { sql } from 'kysely'
import type { MessageChannel } from '#lib/contract/message-events.ts'
import { counted } from '#lib/text/format-number.ts'
import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'
import type { MessageRow, NotifiedPatient } from './message-rows.ts'

const MOST_IN_HOUR = 30
/** Nobody checked these addresses and numbers, and whoever has one may not have booked. */
const UNVERIFIED = { confirmationsInHour: 1, inHour: 4, inDay: 10 }

type Recipient = { channel: MessageChannel; sent_to: string }

/**
 * Counts what one address or number got, whichever process and record it came from, and takes a place
 * for this message (docs/decisions/0105).
 * @returns why it has to wait, in words for staff.
 */
export async function takeRecipientPlace(
  tx: Executor,
  { settings }: Pick<Services, 'settings'>,
  { id, event }: Pick<MessageRow, 'id' | 'event'>,
  { channel, sent_to }: Recipient,
  { patient_unverified }: Pick<NotifiedPatient, 'patient_unverified'>,
): Promise<string | null> {
  if (settings.RATE_LIMITS === 'on') {
    const isVerified = !patient_unverified.includes(channel === 'sms' ? 'mobile' : 'email')
    const why = whyHeldBack(event, isVerified, await countMessagesTo(tx, id, sent_to))
    if (why) return why
  }
  await tx
    .updateTable('message')
    .set({ channel, recipient: sent_to })
    .where('id', '=', id)
    .execute()
  return null
}

type Counts = { confirmations: number; hour: number; day: number }

function whyHeldBack(event: string, isVerified: boolean, had: Counts): string | null {
  if (isVerified) return had.hour < MOST_IN_HOUR ? null : heldBack(had.hour, 'hour')
  if (event === 'booked' && had.confirmations >= UNVERIFIED.confirmationsInHour) {
    return 'Held back: nobody has checked this address or number, so it gets one confirmation an hour. We try again later.'
  }
  if (had.hour >= UNVERIFIED.inHour) return heldBack(had.hour, 'hour')
  return had.day < UNVERIFIED.inDay ? null : heldBack(had.day, 'day')
}

const heldBack = (count: number, time: string) =>
  `Held back: this address or number has had ${counted(count, 'message')} in the last ${time}. We try again later.`

async function countMessagesTo(tx: Executor, id: number, recipient: string): Promise<Counts> {
  // Of two processes the second counts what the first has taken.
  await sql`select pg_advisory_xact_lock(hashtextextended('message ' || recipient_key(${recipient}), 0))`.execute(
    tx,
  )
  const { rows } = await sql<Counts>`
    select
      count(*) filter (where event = 'booked' and at > now() - interval '1 hour')::integer
        as confirmations,
      count(*) filter (where at > now() - interval '1 hour')::integer as hour,
      count(*)::integer as day
    from (
      select event, coalesce(sent, handed_over, now()) as at from message
      where recipient <> '' and recipient_key(recipient) = recipient_key(${recipient})
        and id <> ${id} and state in ('sending', 'sent', 'unknown')
        and (coalesce(sent, handed_over) is null
          or coalesce(sent, handed_over) > now() - interval '1 day')) as had`.execute(tx)
  return rows[0] ?? { confirmations: 0, hour: 0, day: 0 }
}
