import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'
import type { MessageRow } from './message-rows.ts'
import type { MessageSubject } from './message-subject.ts'
import type { MessageTexts } from './message-text.ts'
import { renderMail, renderText } from './render-message.ts'

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
