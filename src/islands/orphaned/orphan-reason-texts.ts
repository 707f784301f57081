import type { OrphanReason } from '#lib/contract/orphaned-appointments.ts'

export function orphanReasonTexts(reason: OrphanReason, clinician: string): string {
  switch (reason) {
    case 'outside_hours':
      return `${clinician} will not be working in this room then.`
    case 'type_not_offered':
      return `${clinician} will not be offering this appointment type then.`
    case 'competency_missing':
      return `${clinician} will not hold a competency that this appointment type needs on that day.`
    case 'staff_inactive':
      return `${clinician} no longer works here.`
    case 'room_withdrawn':
      return 'The room is out of use.'
    case 'type_disabled':
      return 'This appointment type can no longer be booked.'
    case 'patient_deceased':
      return 'The patient has died.'
  }
}
