import type { MessageRow, ToldAppointment } from './message-rows.ts'

/**
 * Why a message is not sent after all, in words for staff; null where it still applies. Looked at just
 * before it is sent.
 */
export function whyDropped(
  message: Pick<MessageRow, 'event' | 'starts_at' | 'told_before'>,
  appointment: ToldAppointment,
  now: number,
): string | null {
  const { status, starts_at, site_id, appointment_type_id } = appointment
  if (appointment.patient_is_deceased) return 'The patient is deceased.'
  if (!appointment.patient_is_active) return 'The patient’s record is closed.'
  if (appointment.patient_email === '') return 'The patient has no email address.'
  const isToCome = starts_at.getTime() > now
  switch (message.event) {
    case 'cancelled':
      return status === 'cancelled' ? null : 'The appointment is no longer cancelled.'
    case 'did_not_attend':
      return status === 'did_not_attend' ? null : 'The appointment has another status now.'
    case 'rescheduled': {
      const before = message.told_before as ToldPlace | null
      const isBack =
        before !== null &&
        Date.parse(before.starts_at) === starts_at.getTime() &&
        before.site_id === site_id &&
        before.type_id === appointment_type_id
      if (isBack) return 'The appointment is where it was.'
      break
    }
    case 'reminder':
      if (appointment.patient_reminders === 'none') return 'The patient does not want reminders.'
      if (starts_at.getTime() !== message.starts_at.getTime()) return 'The appointment was moved.'
      break
  }
  if (status !== 'booked') return 'The appointment is no longer booked.'
  return isToCome ? null : 'The appointment has started.'
}

type ToldPlace = { starts_at: string; site_id: number; type_id: number }
