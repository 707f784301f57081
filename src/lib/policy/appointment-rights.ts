import type { ClinicAppointment } from '../contract/clinic-appointments.ts'
import { can, type PolicyRecord, type PolicyViewer } from './policy.ts'

export const appointmentRights = (
  viewer: PolicyViewer,
  record: Required<PolicyRecord>,
): ClinicAppointment['may'] => ({
  complete: can(viewer, 'appointment.complete', record),
  mark_as_did_not_attend: can(viewer, 'appointment.markAsDidNotAttend', record),
  reschedule: can(viewer, 'appointment.reschedule', record),
  change_type: can(viewer, 'appointment.changeType', record),
  change_duration: can(viewer, 'appointment.changeDuration', record),
  cancel: can(viewer, 'appointment.cancel', record),
  write_notes: can(viewer, 'appointment.change', record),
  undo: can(viewer, 'appointment.undo', record),
  correct: can(viewer, 'appointment.correct', record),
})
