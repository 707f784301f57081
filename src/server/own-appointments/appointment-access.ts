import { createHmac } from 'node:crypto'
import { sql } from 'kysely'

/** Derived from the guest's token, so that a repeated request gets the same; it reveals nothing. */
export function appointmentToken(guestToken: string, reference: string): string {
  return createHmac('sha256', guestToken).update(`appointment ${reference}`).digest('base64url')
}

/** A link in a message works this long after the appointment, or after the message if that is later. */
export const SENT_LINK_DAYS = 7

/**
 * A row of `appointment_access` (as `link`) that still opens: one in a message is replaced by the
 * next message about the appointment to the same address (docs/decisions/0102). `end_sent_links`
 * deletes links to an address that the patient no longer has.
 */
export const isOpenLink = sql<boolean>`(link.expires_at > now() and (link.channel is null
  or not exists (
    select from message as later
    where later.appointment_id = link.appointment_id and later.recipient = link.sent_to
      and later.state = 'sent' and later.sent > link.made
      and later.id is distinct from link.message_id)))`
