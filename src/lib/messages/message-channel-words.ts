import type { MessageChannel } from '../contract/message-events.ts'

export const messageChannelWords: Readonly<Record<MessageChannel, string>> = {
  email: 'Email',
  sms: 'Text message',
}
