import type { MessageState } from '#lib/contract/messages.ts'

export const stateLooks: Readonly<Record<MessageState, string>> = {
  waiting: 'tag',
  sent: 'tag tag-success',
  failed: 'tag tag-danger',
  dropped: 'tag tag-warning',
  unknown: 'tag tag-danger',
}
