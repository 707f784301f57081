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

export async function renderText(
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
export async function renderMail(
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
