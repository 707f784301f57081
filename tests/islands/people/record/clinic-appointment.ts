import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { appointmentRights } from '#lib/policy/policy.ts'
import { appointment } from '../../booking/samples.ts'

/** What it takes to do everything with an appointment. */
export const everything: readonly Permission[] = [
  'clinic.view_appointment',
  'clinic.change_appointment',
  'clinic.delete_appointment',
  'clinic.view_appointmenttype',
  'clinic.override_appointment_duration',
  'clinic.change_outcome',
  'admin.view_logentry',
]

/** An appointment as the server sends it to its clinician, who holds some permissions. */
export function sentTo(
  permissions: readonly Permission[],
  given: Partial<ClinicAppointment>,
): ClinicAppointment {
  const record = { ...booked, ...given }
  const { staff_id, status } = record
  const may = appointmentRights({ permissions, staff_id }, { staffId: staff_id, status })
  return { ...record, may }
}

/** Booked, and over for a long time: everything can be done about it. */
export const booked: ClinicAppointment = {
  ...appointment,
  start: '2026-08-05T08:30:00.000Z',
  patient: {
    id: 9,
    full_name: 'Ada Byron',
    dob: '1987-03-04',
    nhs_number: '9434765919',
    mobile: '07700 900982',
    email: 'ada@example.test',
  },
  staff_id: 3,
  room: { id: 5, name: 'Consulting room' },
  room_id: 5,
  site_id: 1,
  completed_by_name: '',
  cancelled_by_name: '',
  status_change: null,
  outcomes: [],
  offered_outcomes: [],
  clinician_notes: '',
  unfinished_forms: [],
  unfinished_forms_reason: null,
  forms: null,
  may: appointmentRights(
    { permissions: everything, staff_id: 3 },
    { staffId: 3, status: 'booked' },
  ),
}
