import type { MessageState } from '#lib/contract/messages.ts'

export const stateLooks: Readonly<Record<MessageState, string>> = {
  waiting: 'tag',
  sent: 'tag tag-ok',
  failed: 'tag tag-danger',
  dropped: 'tag tag-warn',
  unknown: 'tag tag-danger',
}
