import { sql } from 'kysely'
import type { CancelledBy, ListedAppointment } from '#lib/contract/admin/appointments.ts'
import { addDays, startOfDay } from '#lib/scheduling/clinic-time.ts'
import {
  clinicAppointmentRows,
  presentClinicAppointment,
} from '../booking/clinic-appointment-rows.ts'
import { ownOnly } from '../booking/others-appointments.ts'
import type { SignedInCall } from '../http/implement.ts'
import { patientsRead } from '../patients-read.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { wallClock } from '../resources/export.ts'
import { fileColumns, type ListedRow } from './appointment-file.ts'
import type { Columns, Store } from './store.ts'

/** Appointments, or those that were cancelled; one's own unless one may see others'. */
const storeOfAppointments = (isCancelled: boolean): Partial<Store> => ({
  table: 'appointment',
  rows: (executor, call) => {
    const own = ownOnly(call)
    return clinicAppointmentRows(executor)
      .select(['appointment.starts_at as start', 'clinician.full_name as staff_name'])
      .where('appointment.status', isCancelled ? '=' : '<>', 'cancelled')
      .$if(own !== null, (q) => q.where('appointment.staff_id', '=', own?.staffId ?? 0))
  },
  filters: {
    from: (rows, date, call) => rows.where('starts_at', '>=', dayStart(call, String(date))),
    to: (rows, date, call) =>
      rows.where('starts_at', '<', dayStart(call, addDays(String(date), 1))),
    cancelled_by: (rows, by) =>
      rows.where(sql<boolean>`cancelled_by ${sql.raw(by === 'patient' ? '=' : '<>')} patient_id`),
  },
  present: (row, call) => presentListed(row as unknown as ListedRow, call),
  listed: (call, view, rows) =>
    patientsRead(call.services.db, call, {
      ...{ action: 'appointment.listed', subjectType: 'appointment' },
      view: { list: isCancelled ? 'cancelled' : 'appointments', ...view },
      patientIds: rows.map(({ patient_id }) => Number(patient_id)),
    }),
  file: {
    columns: fileColumns(isCancelled) as unknown as CsvColumns<Columns>,
    lineOf: ({ services }) => {
      const wallTime = wallClock(services.settings.CLINIC_TIME_ZONE)
      return (row) => ({ ...row, wallTime })
    },
  },
})

export const appointmentStore = storeOfAppointments(false)
export const cancelledAppointmentStore = storeOfAppointments(true)

const dayStart = ({ services }: SignedInCall, date: string) =>
  new Date(startOfDay(date, services.settings.CLINIC_TIME_ZONE))

const presentListed = (row: ListedRow, call: SignedInCall): ListedAppointment => ({
  ...presentClinicAppointment(row, call),
  patient_name: row.patient_name,
  staff_name: row.staff_name,
  type_name: row.type_name,
  site_name: row.site_name,
  room_name: row.room_name,
  cancelled_by: cancellerOf(row),
})

function cancellerOf({ cancelled_by, patient_id }: ListedRow): CancelledBy | null {
  if (cancelled_by === null) return null
  return cancelled_by === patient_id ? 'patient' : 'staff'
}
