import type { User } from '../contract/users.ts'

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
