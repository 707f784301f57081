import { statusLabels } from '#lib/appointments/appointment-status.ts'
import { formatAttendance } from '#lib/own-appointments/appointment-attendance.ts'
import type { CsvColumns } from '../resources/csv.ts'
import type { ClinicAppointmentRow } from './clinic-appointment-rows.ts'

export type AppointmentFileRow = ClinicAppointmentRow & { staff_name: string }

type Line = AppointmentFileRow & { wallTime: (at: Date) => string }

const dateAt = ({ wallTime }: Line, at: Date | null) => (at ? wallTime(at).slice(0, 10) : '')
const timeAt = ({ wallTime }: Line, at: Date) => wallTime(at).slice(11, 16)

const columns: CsvColumns<Line> = {
  Reference: (line) => line.reference,
  Date: (line) => dateAt(line, line.starts_at),
  Start: (line) => timeAt(line, line.starts_at),
  End: (line) => timeAt(line, line.ends_at),
  'Start (UTC)': (line) => line.starts_at,
  Minutes: (line) => line.duration,
  Status: (line) => statusLabels(line.status),
  'Appointment type': (line) => line.type_name,
  Site: (line) => line.site_name,
  Room: (line) => line.room_name,
  Clinician: (line) => line.staff_name,
  Patient: (line) => line.patient_name,
  'Patient (person number)': (line) => line.patient_id,
  'Patient says': (line) => formatAttendance(line.attendance),
  'Booked on': (line) => dateAt(line, line.created),
}
const cancelledColumns: CsvColumns<Line> = {
  ...columns,
  'Cancelled on': (line) => dateAt(line, line.cancelled_on),
  'Cancelled by': (line) => line.cancelled_by_name,
  Reason: (line) => line.cancellation_notes,
}

export const appointmentFileColumns = (isCancelled: boolean): CsvColumns<Line> =>
  isCancelled ? cancelledColumns : columns
