import { sql } from 'kysely'
import {
  type MessageChannel,
  messageChannels,
  reminderEvents,
} from '#lib/contract/message-events.ts'
import { isTextCountry, textNumber } from '#lib/text/text-number.ts'
import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'
import type { MessageRow } from './message-rows.ts'

type Contact = { email: string; mobile: string }
type Senders = Pick<Services, 'mail' | 'texts' | 'settings'>

/** Which channels reach a patient with messages about an event (docs/decisions/0080). */
type MessageReach = {
  refusalReason: (channel: MessageChannel, contact: Contact, typeId: number | null) => string | null
  isReached: (contact: Contact, typeId: number | null) => boolean
}

/**
 * Asks the channel, not the record: whether the installation has it, whether it takes the patient's
 * address or number, and whether the clinic has switched its message off.
 */
export async function readReach(
  executor: Executor,
  services: Senders,
  event: string,
): Promise<MessageReach> {
  const templates = await executor
    .selectFrom('message_template')
    .select(['appointment_type_id', 'channel', 'is_sent'])
    .where('event', '=', event)
    .execute()
  const isSwitchedOff = (channel: MessageChannel, typeId: number | null) => {
    const ofChannel = templates.filter((template) => template.channel === channel)
    const template =
      ofChannel.find(({ appointment_type_id: id }) => id !== null && id === typeId) ??
      ofChannel.find(({ appointment_type_id: id }) => id === null)
    return template?.is_sent === false
  }
  const refusalReason: MessageReach['refusalReason'] = (channel, contact, typeId) =>
    whyUnreached(services, channel, contact) ??
    (isSwitchedOff(channel, typeId) ? 'This message is switched off.' : null)
  return {
    refusalReason,
    isReached: (contact, typeId) =>
      messageChannels.some((channel) => refusalReason(channel, contact, typeId) === null),
  }
}

function whyUnreached(
  { mail, texts, settings }: Senders,
  channel: MessageChannel,
  { email, mobile }: Contact,
): string | null {
  if (channel === 'email') {
    if (!mail) return 'No mail server is set.'
    return email === '' ? 'The patient has no email address.' : null
  }
  if (mobile === '') return 'The patient has no mobile number.'
  const number = textNumber(mobile)
  if (number === null) return 'The mobile number cannot get text messages.'
  if (!isTextCountry(number, settings.SMS_COUNTRIES)) {
    return 'This installation sends no text messages to the country of this number.'
  }
  return texts ? null : 'No text service is set.'
}

/** @returns why nobody is reached, as text for staff, from the contact alone; null where somebody may be. */
export async function whyOutOfReach(
  services: Senders & Pick<Services, 'db'>,
  { patient_id, channel }: MessageRow,
): Promise<string | null> {
  const contact = await services.db
    .selectFrom('person')
    .select(['email', 'mobile'])
    .where('id', '=', patient_id)
    .executeTakeFirst()
  if (!contact) return null
  const isOut = messageChannels.every((one) => whyUnreached(services, one, contact) !== null)
  return isOut ? whyUnreached(services, channel as MessageChannel, contact) : null
}

/**
 * A message goes by the channel that was chosen for it, or by the other where that does not reach
 * the patient. Nobody gets texts as reminders who did not choose them.
 * @returns why there is none, as text for staff.
 */
export async function channelNow(
  tx: Executor,
  services: Senders,
  message: MessageRow,
  contact: Contact,
  typeId: number | null,
): Promise<{ channel: MessageChannel } | string> {
  const { refusalReason } = await readReach(tx, services, message.event)
  const channel = message.channel as MessageChannel
  const why = refusalReason(channel, contact, typeId)
  if (why === null) return { channel }
  const other = channel === 'sms' ? 'email' : 'sms'
  const isRequested = other === 'email' || !reminderEvents.includes(message.event)
  if (!isRequested || refusalReason(other, contact, typeId) !== null) return why
  return (await isSentByBoth(tx, message.id)) ? why : { channel: other }
}

/** It was written for both channels at once. */
async function isSentByBoth(tx: Executor, id: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from message as mine
        join message as twin on twin.created = mine.created and twin.event = mine.event
          and twin.patient_id = mine.patient_id and twin.channel <> mine.channel
          and (twin.appointment_id, twin.vaccination_id, twin.offer_id, twin.lead_minutes)
            is not distinct from
            (mine.appointment_id, mine.vaccination_id, mine.offer_id, mine.lead_minutes)
      where mine.id = ${id}) as is`.execute(tx)
  return rows[0]?.is === true
}
