import { type MessageEvent, reminderEvents } from '#lib/contract/message-events.ts'
import { stopLink } from '#lib/own-appointments/appointment-link.ts'
import { textNumber } from '#lib/text/text-number.ts'
import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'
import type { Mail } from './mail-transport.ts'
import { type MessageRow, toMailAddress } from './message-rows.ts'
import type { MessageSubject } from './message-subject.ts'
import { formatTextMessage, type MessageTexts, messageText } from './message-text.ts'
import { issueStopCode } from './stop-reminders.ts'
import type { TextMessage } from './text-transport.ts'

export type ReadyMessage = {
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
export async function readyMessage(
  tx: Executor,
  { settings, mail, texts }: Services,
  message: MessageRow,
  subject: MessageSubject,
  words: MessageTexts | null,
): Promise<ReadyMessage | string> {
  if (message.channel === 'sms') {
    if (!texts) return 'No text service is set.'
    const text = await renderText(tx, settings, message, subject, words)
    return { send: () => texts.send(text), recipient: text.to, subject: '' }
  }
  if (!mail) return 'No mail server is set.'
  const letter = await renderMail(tx, settings, message, subject, words)
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
  words: MessageTexts | null,
): Promise<TextMessage> {
  const event = message.event as MessageEvent
  const { context } = await subject.say(tx, message)
  const stopCode = reminderEvents.includes(event) ? await issueStopCode(tx, message) : null
  const footer = stopCode ? [`Stop reminders: ${stopLink(publicUrl, stopCode)}`] : []
  return {
    id: message.uuid,
    to: textNumber(subject.patient.patient_mobile) ?? '',
    text: await formatTextMessage(event, context, words, footer),
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
  words: MessageTexts | null,
): Promise<Mail> {
  const event = message.event as MessageEvent
  const { context, calendar } = await subject.say(tx, message)
  const stopCode = reminderEvents.includes(event) ? await issueStopCode(tx, message) : null
  const footer = stopCode ? [`To stop reminders:\n${stopLink(publicUrl, stopCode)}`] : []
  return {
    id: `${message.uuid}@${new URL(publicUrl).hostname}`,
    to: toMailAddress(subject.patient),
    ...(await messageText(event, context, words, footer)),
    unsubscribe: stopCode && `${publicUrl}/api/public/reminders/${stopCode}/stop/`,
    calendar,
  }
}
