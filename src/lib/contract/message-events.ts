export const messageEvents = [
  'booked',
  'rescheduled',
  'cancelled',
  'did_not_attend',
  'reminder',
  'forms_due',
  'outcome_ready',
  'next_dose_due',
  'new_time_needed',
  'offer',
  'offer_ended',
] as const
export const messageChannels = ['email', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

/**
 * Patients can do without these: they follow the patient’s choice, and have a link that stops them.
 */
export const reminderEvents: readonly string[] = [
  'reminder',
  'forms_due',
  'next_dose_due',
] satisfies (typeof messageEvents)[number][]
export type MessageEvent = (typeof messageEvents)[number]
