import type { TellPatient } from '#lib/contract/clinic-appointments.ts'

/** What holds unless staff choose otherwise. */
export const toldAsUsual: TellPatient = { tell_patient: true, message: '' }

/** What was typed before the tick was taken away is not sent. */
export const tellingOf = ({ tell_patient, message }: TellPatient): TellPatient => ({
  tell_patient,
  message: tell_patient ? message : '',
})
