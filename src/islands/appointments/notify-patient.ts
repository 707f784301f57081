import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'

/** It holds unless staff choose otherwise. */
export const usualNotification: NotifyPatient = { tell_patient: true, message: '' }

/** What was typed before the tick was taken away is not sent. */
export const toNotification = ({ tell_patient, message }: NotifyPatient): NotifyPatient => ({
  tell_patient,
  message: tell_patient ? message : '',
})
