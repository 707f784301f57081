import type { MessageChannel, MessageEvent } from '../contract/message-events.ts'
import type { MessageState } from '../contract/messages.ts'
import type { User } from '../contract/users.ts'

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

export const messageChannelLabels: Readonly<Record<MessageChannel, string>> = {
  email: 'Email',
  sms: 'Text message',
}

export const messageStateLabels: Readonly<Record<MessageState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Not sent',
  unknown: 'Unknown',
}

export const reminderLabels: Readonly<Record<User['reminders'], string>> = {
  email: 'By email',
  sms: 'By text message',
  both: 'By email and text message',
  none: 'None',
}

export const reminderChoices = Object.entries(reminderLabels).map(([value, label]) => ({
  value,
  label,
}))
