import type { MessageState } from '../contract/records/patient-messages.ts'

export const messageStateLabels: Readonly<Record<MessageState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Not sent',
  unknown: 'Unknown',
}
