import { setTimeout as wait } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import {
  type MessageChannel,
  type MessageEvent,
  reminderEvents,
} from '#lib/contract/message-events.ts'
import { textNumber } from '#lib/text/text-number.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import { runOutbox, type TryResult } from '../jobs/outbox.ts'
import type { Services } from '../services.ts'
import { appointmentSubject } from './appointment-message.ts'
import type { Mail } from './mail-transport.ts'
import { mayGoOut } from './may-go-out.ts'
import { channelNow, whyOutOfReach } from './message-reach.ts'
import {
  type MessageRow,
  type MessageSubject,
  type NotifiedPatient,
  type ReadSubject,
  sentTo,
  toMailAddress,
} from './message-rows.ts'
import {
  formatTextMessage,
  MessageTemplateError,
  type MessageTexts,
  messageText,
} from './message-text.ts'
import { nextDoseSubject } from './next-dose-message.ts'
import { offerSubject } from './offer-message.ts'
import { takeRecipientPlace } from './recipient-limits.ts'
import { issueStopCode } from './stop-reminders.ts'
import { RefusedTextError, type TextMessage, UnreadableAnswerError } from './text-transport.ts'

const stopLink = (publicUrl: string, code: string) => `${publicUrl}/stop-reminders#code=${code}`

const READ = ['is_sent', 'name', 'edition', 'subversion', 'subject', 'body'] as const
type MessageTemplateRow = Pick<Selectable<DB['message_template']>, (typeof READ)[number]>

/** That of the appointment type before that of all; null where the clinic has written none. */
async function templateFor(
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

const others: Readonly<Record<string, ReadSubject>> = {
  next_dose_due: nextDoseSubject,
  offer: offerSubject,
  offer_ended: offerSubject,
}

const readSubject: ReadSubject = async (tx, services, message) => {
  const read = message.appointment_id === null ? others[message.event] : appointmentSubject
  return await read?.(tx, services, message)
}

const MOST_AT_ONCE = 5
/**
 * The pause after a reminder keeps people who book meanwhile from noticing (`bench -- messages`).
 */
const PACE_MS = 30
/** Then the next waits for a moment in which this process serves nobody, no longer than this. */
const LONGEST_WAIT_MS = 100

export const sendMessages = (services: Services, ending: AbortSignal): Promise<boolean> =>
  runOutbox<MessageRow>(
    services,
    {
      table: 'message',
      most: MOST_AT_ONCE,
      last: 'is_reminder',
      among: () => mayGoOut(services),
      pace: async ({ is_reminder }) => {
        if (!is_reminder) return
        await wait(PACE_MS)
        await services.requests.none(LONGEST_WAIT_MS)
      },
      send: (message, markSent) => deliver(services, message, markSent),
    },
    ending,
  )

async function deliver(
  services: Services,
  message: MessageRow,
  markSent: () => Promise<void>,
): Promise<TryResult> {
  try {
    const ready = await prepared(services, message)
    if ('state' in ready) return ready
    await markSent()
    const note = await ready.send()
    const { channel, recipient, subject, template } = ready
    return { state: 'sent', note, columns: { channel, recipient, subject, template } }
  } catch (error) {
    // Its text may name the patient's address: that stays in the database.
    services.log.warn(
      { messageId: message.id, attempts: message.attempts },
      'a message was not sent',
    )
    if (error instanceof UnreadableAnswerError) return { state: 'unknown', note: error.message }
    if (!isForGood(error)) throw error
    return { state: 'failed', note: error instanceof Error ? error.message : String(error) }
  }
}

type Prepared = ReadyMessage & {
  channel: MessageChannel
  template: string
}

async function prepared(services: Services, message: MessageRow): Promise<Prepared | TryResult> {
  const why = await whyOutOfReach(services, message)
  if (why) return dropped(why)
  return await services.db.transaction().execute(async (tx) => {
    const subject = await readSubject(tx, services, message)
    if (!subject) return dropped('What it is about no longer exists.')
    const why = describeNotNotified(message, subject.patient) ?? subject.whyDropped
    if (why) return dropped(why)
    const { patient, appointmentTypeId: typeId } = subject
    const contact = { email: patient.patient_email, mobile: patient.patient_mobile }
    const chosen = await channelNow(tx, services, message, contact, typeId)
    if (typeof chosen === 'string') return dropped(chosen)
    const { channel } = chosen
    const recipient = { channel, sent_to: sentTo({ channel }, patient).sent_to }
    const whyLater = await takeRecipientPlace(tx, services, message, recipient, patient)
    if (whyLater) return { state: 'again', note: whyLater }
    const texts = await templateFor(tx, { event: message.event, channel }, typeId)
    const ready = await readyMessage(tx, services, { ...message, channel }, subject, texts)
    if (typeof ready === 'string') return dropped(ready)
    await checkStillTheirs(tx, patient)
    const template = texts ? `${texts.name} ${texts.edition}.${texts.subversion}` : ''
    return { ...ready, channel, template }
  })
}

/**
 * A correction that came first is seen, and one that comes later ends the link: the trigger of
 * decision 102 sees only what is committed.
 * @throws Error, so that it is tried again.
 */
async function checkStillTheirs(tx: Executor, patient: NotifiedPatient): Promise<void> {
  const same = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', patient.patient_person_id)
    .where('email', '=', patient.patient_email)
    .where('mobile', '=', patient.patient_mobile)
    .forShare()
    .executeTakeFirst()
  if (!same) throw new Error('The address was changed meanwhile.')
}

const dropped = (note: string): TryResult => ({ state: 'dropped', note })

/** The template is wrong, or the server knows the address and does not take it. */
function isForGood(error: unknown): boolean {
  if (error instanceof MessageTemplateError || error instanceof RefusedTextError) return true
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 500 && responseCode !== 535
}

type ReadyMessage = {
  send: () => Promise<string>
  recipient: string
  subject: string
}

/**
 * `choose_channel` chose the channel when the message was written.
 * @param words null for those that come with the product.
 * @returns why it is not sent, where the installation does not use its channel.
 * @throws MessageTemplateError
 */
async function readyMessage(
  tx: Executor,
  { settings, mail, texts: textSender }: Services,
  message: MessageRow,
  subject: MessageSubject,
  texts: MessageTexts | null,
): Promise<ReadyMessage | string> {
  if (message.channel === 'sms') {
    if (!textSender) return 'No text service is set.'
    const text = await renderText(tx, settings, message, subject, texts)
    return { send: () => textSender.send(text), recipient: text.to, subject: '' }
  }
  if (!mail) return 'No mail server is set.'
  const letter = await renderMail(tx, settings, message, subject, texts)
  return {
    send: () => mail.send(letter),
    recipient: letter.to.address,
    subject: letter.subject,
  }
}

async function renderText(
  tx: Executor,
  { publicUrl }: Services['settings'],
  message: MessageRow,
  subject: MessageSubject,
  texts: MessageTexts | null,
): Promise<TextMessage> {
  const event = message.event as MessageEvent
  const { context } = await subject.say(tx, message)
  const stopCode = reminderEvents.includes(event) ? await issueStopCode(tx, message) : null
  const footer = stopCode ? [`Stop reminders: ${stopLink(publicUrl, stopCode)}`] : []
  return {
    id: message.uuid,
    to: textNumber(subject.patient.patient_mobile) ?? '',
    text: await formatTextMessage(event, context, texts, footer),
  }
}

/**
 * What the message says of its subject as it is now. Issues its links in the transaction.
 * @param words null for those that come with the product.
 * @throws MessageTemplateError
 */
async function renderMail(
  tx: Executor,
  { publicUrl }: Services['settings'],
  message: MessageRow,
  subject: MessageSubject,
  texts: MessageTexts | null,
): Promise<Mail> {
  const event = message.event as MessageEvent
  const { context, calendar } = await subject.say(tx, message)
  const stopCode = reminderEvents.includes(event) ? await issueStopCode(tx, message) : null
  const footer = stopCode ? [`To stop reminders:\n${stopLink(publicUrl, stopCode)}`] : []
  return {
    id: `${message.uuid}@${new URL(publicUrl).hostname}`,
    to: toMailAddress(subject.patient),
    ...(await messageText(event, context, texts, footer)),
    unsubscribe: stopCode && `${publicUrl}/api/public/reminders/${stopCode}/stop/`,
    calendar,
  }
}

/** Gives the reason, as text for staff, why nothing is sent to this patient; null where it is. */
function describeNotNotified(
  { event }: Pick<MessageRow, 'event'>,
  patient: NotifiedPatient,
): string | null {
  if (patient.patient_is_deceased) return 'The patient is deceased.'
  if (!patient.patient_is_active) return 'The patient’s record is closed.'
  const isDeclined = reminderEvents.includes(event) && patient.patient_reminders === 'none'
  return isDeclined ? 'The patient does not want reminders.' : null
}
