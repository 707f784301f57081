import type { MessageEvent } from '../contract/message-events.ts'

export const messageEventLabels: Readonly<Record<MessageEvent, string>> = {
  booked: 'Appointment booked',
  rescheduled: 'Appointment moved',
  cancelled: 'Appointment cancelled',
  did_not_attend: 'Did not attend',
  reminder: 'Reminder',
  forms_due: 'Forms to fill in',
  outcome_ready: 'Letter to read',
  next_dose_due: 'Next dose due',
  new_time_needed: 'Another time needed',
  offer: 'Time offered from the waiting list',
  offer_ended: 'Offered time withdrawn',
}
