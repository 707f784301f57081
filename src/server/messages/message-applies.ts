import type { MessageRow, NotifiedAppointment } from './message-rows.ts'

/**
 * Gives the reason why a message about an appointment does not apply to it any more.
 * `write_messages` decided that it is written, and `notified_place` what the patient knew before.
 */
export function whyDropped(
  message: Pick<MessageRow, 'event' | 'starts_at' | 'told_before'>,
  appointment: NotifiedAppointment,
  now: number,
): string | null {
  const { status, starts_at, site_id, appointment_type_id, forms, outcomes } = appointment
  const isToCome = starts_at.getTime() > now
  switch (message.event) {
    case 'cancelled':
      return status === 'cancelled' ? null : 'The appointment is no longer cancelled.'
    case 'did_not_attend':
      return status === 'did_not_attend' ? null : 'The appointment has another status now.'
    case 'rescheduled': {
      const before = message.told_before as NotifiedTime | null
      const isBack =
        before !== null &&
        Date.parse(before.starts_at) === starts_at.getTime() &&
        before.site_id === site_id &&
        before.type_id === appointment_type_id &&
        (before.staff_id ?? appointment.staff_id) === appointment.staff_id
      if (isBack) return 'The appointment is where it was.'
      break
    }
    case 'outcome_ready':
      if (!appointment.patient_reads_letters) return 'The patient cannot read letters online.'
      return outcomes.some(({ has_letter }) => has_letter)
        ? null
        : 'There is no letter to read any more.'
    case 'forms_due':
      if (forms.due + forms.in_progress === 0) return 'The forms are filled in.'
      if (starts_at.getTime() !== message.starts_at?.getTime()) return 'The appointment was moved.'
      break
    case 'new_time_needed':
    case 'reminder':
      if (starts_at.getTime() !== message.starts_at?.getTime()) return 'The appointment was moved.'
      break
  }
  if (status !== 'booked') return 'The appointment is no longer booked.'
  return isToCome ? null : 'The appointment has started.'
}

type NotifiedTime = {
  starts_at: string
  site_id: number
  type_id: number
  staff_id?: number | null
}
