import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { appointment } from '../../booking/samples.ts'

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
}
