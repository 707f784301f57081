import type { MessageChannel } from '../contract/message-events.ts'

export const messageChannelLabels: Readonly<Record<MessageChannel, string>> = {
  email: 'Email',
  sms: 'Text message',
}
