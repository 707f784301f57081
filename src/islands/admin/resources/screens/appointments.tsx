import type { ReactNode } from 'react'
import { appointmentStatuses } from '#lib/appointments/appointment-status.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import {
  type AppointmentListRow,
  appointmentRecords,
  cancelledAppointments,
} from '#lib/contract/admin/appointments.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { formatAttendance } from '#lib/own-appointments/appointment-attendance.ts'
import { formatScheduleAddress } from '../../../schedule/schedule-address.ts'
import { StatusTag } from '../../../ui/feedback/StatusTag.tsx'
import type { AdminScreen } from '../admin-screen.ts'
import { inColumn } from './instant-cell.ts'

type Clinic = { timeZone: string }
type Cell = (appointment: AppointmentListRow, clinic: Clinic) => ReactNode
const cell = (of: Cell) => (record: AdminRecord, clinic: Clinic) =>
  of(record as unknown as AppointmentListRow, clinic)

const time = (at: string | null, { timeZone }: Clinic) =>
  at && <time dateTime={at}>{inColumn(at, timeZone)}</time>

const place: Cell = ({ reference, staff_id, start }, { timeZone }) => (
  <a
    className="cell-link"
    href={formatScheduleAddress({
      action: 'schedule',
      by: 'staff',
      only: staff_id,
      span: 'day',
      siteId: null,
      date: plainDateAt(start, timeZone),
      look: 'grid',
    })}
  >
    Schedule<span className="visually-hidden">: open the day of {reference}</span>
  </a>
)

const columns = [
  { field: 'start', width: 13, cell: cell(({ start }, clinic) => time(start, clinic)) },
  { field: 'patient_name', width: 11 },
  { field: 'type_name', width: 13 },
  { field: 'staff_name', width: 10 },
  { field: 'site_name', width: 11 },
]
const later = [
  { field: 'schedule', width: 7, cell: cell(place) },
  { field: 'reference', width: 10, hiddenAtFirst: true },
  { field: 'room_name', width: 10, hiddenAtFirst: true },
  { field: 'duration', width: 7, hiddenAtFirst: true },
  {
    field: 'created',
    width: 16,
    hiddenAtFirst: true,
    cell: cell(({ created }, clinic) => time(created, clinic)),
  },
]

const filters: AdminScreen['filters'] = [
  { kind: 'period', name: 'start', label: 'Days', names: ['from', 'to'] },
  {
    kind: 'reference',
    name: 'site_id',
    label: 'Site',
    from: { from: 'sites', label: 'name' },
    only: 'clinic.view_site',
  },
  {
    kind: 'reference',
    name: 'staff_id',
    label: 'Clinician',
    from: { from: 'staff', label: 'full_name' },
    only: 'clinic.view_staff',
  },
  {
    kind: 'reference',
    name: 'appointment_type_id',
    label: 'Appointment type',
    from: { from: 'appointmenttypes', label: 'name' },
    only: 'clinic.view_appointmenttype',
  },
]

const recordPage = ({ id }: AdminRecord) => `/clinic/record-details?appointment_id=${id}`

export const appointmentScreen: AdminScreen = {
  of: appointmentRecords,
  lead: 'All appointments that are not cancelled. Open one to move, cancel or complete it.',
  columns: [
    ...columns,
    { field: 'status', width: 9, cell: cell(({ status }) => <StatusTag status={status} />) },
    {
      field: 'attendance',
      width: 9,
      cell: cell(({ attendance }) => formatAttendance(attendance)),
    },
    ...later,
  ],
  sections: [],
  filters: [
    ...filters,
    {
      name: 'status',
      label: 'Status',
      choices: [
        { value: '', label: 'Any' },
        ...Object.entries(appointmentStatuses)
          .filter(([status]) => status !== 'cancelled')
          .map(([value, label]) => ({ value, label })),
      ],
    },
    {
      name: 'attendance',
      label: 'Patient says',
      choices: [
        { value: '', label: 'Anything' },
        { value: 'coming', label: 'Will come' },
        { value: 'not_coming', label: 'Cannot come' },
        { value: 'none', label: 'Not answered' },
      ],
    },
  ],
  opensWith: (today) => ({ from: today }),
  order: 'start',
  pageOf: recordPage,
}

export const cancelledAppointmentScreen: AdminScreen = {
  of: cancelledAppointments,
  lead: 'Cancelled appointments, who cancelled them and why.',
  columns: [
    ...columns,
    {
      field: 'cancelled_on',
      width: 13,
      cell: cell(({ cancelled_on }, clinic) => time(cancelled_on, clinic)),
    },
    { field: 'cancelled_by_name', width: 11 },
    { field: 'cancellation_notes', width: 16, hiddenAtFirst: true },
    ...later,
  ],
  sections: [],
  filters: [
    ...filters,
    {
      name: 'cancelled_by',
      label: 'Cancelled by',
      choices: [
        { value: '', label: 'Anyone' },
        { value: 'patient', label: 'The patient' },
        { value: 'staff', label: 'Staff' },
      ],
    },
  ],
  order: '-cancelled_on',
  pageOf: recordPage,
}
