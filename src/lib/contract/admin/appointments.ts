import { z } from 'zod'
import { AppointmentStatus } from '../booking.ts'
import { ClinicAppointment } from '../clinic-appointments.ts'
import { calendarDate, idText } from '../fields.ts'
import { DOWNLOADS_PEOPLE } from '../permissions.ts'
import { adminResource } from './admin-resource.ts'

const AttendanceFilter = z.enum(['coming', 'not_coming', 'none'])

const CancelledBy = z.enum(['patient', 'staff'])

const AppointmentListRow = ClinicAppointment.extend({
  patient_name: z.string(),
  staff_name: z.string(),
  type_name: z.string(),
  site_name: z.string(),
  room_name: z.string(),
  cancelled_by: CancelledBy.nullable(),
})
export type AppointmentListRow = z.infer<typeof AppointmentListRow>

/** `from` and `to` are clinic dates, both inclusive. */
const filters = {
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  site_id: idText.optional(),
  staff_id: idText.optional(),
  room_id: idText.optional(),
  patient_id: idText.optional(),
  appointment_type_id: idText.optional(),
  status: AppointmentStatus.optional(),
}

const labels = {
  schedule: 'Open in',
  reference: 'Reference',
  start: 'When',
  patient_name: 'Patient',
  type_name: 'Appointment type',
  appointment_type_id: 'Appointment type',
  staff_name: 'Clinician',
  staff_id: 'Clinician',
  site_name: 'Site',
  site_id: 'Site',
  room_name: 'Room',
  duration: 'Minutes',
  status: 'Status',
  attendance: 'Patient says',
  created: 'Booked on',
  cancelled_on: 'Cancelled on',
  cancelled_by: 'Cancelled by',
  cancelled_by_name: 'Cancelled by',
  cancellation_notes: 'Reason',
}

/** Booking, moving and cancelling are in `clinic-appointments.ts`. */
const listOnly = {
  readOnly: true,
  entity: AppointmentListRow,
  write: z.strictObject({}),
  labels,
  namedBy: 'reference',
  references: {},
  model: 'clinic.appointment',
  permissions: { export: DOWNLOADS_PEOPLE },
  audit: 'appointment',
} as const

const orderable = [
  'start',
  'created',
  'status',
  'patient_name',
  'staff_name',
  'type_name',
  'site_name',
] as const

const searchable = ['patient_name', 'reference'] as const

export const appointmentRecords = adminResource({
  ...listOnly,
  name: 'appointment',
  many: 'appointments',
  screen: 'appointments',
  path: 'appointments',
  searchable,
  orderable,
  defaultOrder: 'start',
  filters: { ...filters, attendance: AttendanceFilter.optional() },
})

export const cancelledAppointments = adminResource({
  ...listOnly,
  name: 'cancelled appointment',
  many: 'cancelled appointments',
  screen: 'cancelled-appointments',
  path: 'cancelled-appointments',
  searchable,
  orderable: [...orderable, 'cancelled_on'],
  defaultOrder: 'start',
  filters: { ...filters, cancelled_by: CancelledBy.optional() },
})
