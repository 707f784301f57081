import type { MessageEvent } from '../contract/message-events.ts'

/** For staff. */
export const messageEventWords: Readonly<Record<MessageEvent, string>> = {
  booked: 'Appointment booked',
  rescheduled: 'Appointment moved',
  cancelled: 'Appointment cancelled',
  did_not_attend: 'Did not attend',
  reminder: 'Reminder',
}
