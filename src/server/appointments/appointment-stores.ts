import { type RawBuilder, sql } from 'kysely'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import type { AppointmentListRow } from '#lib/contract/admin/appointments.ts'
import { AppointmentStatus } from '#lib/contract/booking.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { formatAttendance } from '#lib/own-appointments/appointment-attendance.ts'
import { startOfDay } from '#lib/scheduling/clinic-time.ts'
import type { Columns, Rows, StoreParts } from '../admin/store.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { wallClock } from '../resources/export.ts'
import type { Named } from '../resources/list.ts'
import { isNamed } from '../resources/search-words.ts'
import {
  type ClinicAppointmentRow,
  clinicAppointmentRows,
  presentClinicAppointment,
} from './clinic-appointment-rows.ts'

type AppointmentFileRow = ClinicAppointmentRow & { staff_name: string }

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

const appointmentFileColumns = (isCancelled: boolean): CsvColumns<Line> =>
  isCancelled ? cancelledColumns : columns

const storeOfAppointments = (isCancelled: boolean): StoreParts => ({
  table: 'appointment',
  read: {
    rows: (executor, { viewer }) => {
      const onlyStaffId = onlyStaffIdFor(viewer)
      return clinicAppointmentRows(executor)
        .select(['appointment.starts_at as start', 'clinician.full_name as staff_name'])
        .where('appointment.status', isCancelled ? '=' : '<>', sql.lit('cancelled'))
        .$if(onlyStaffId !== null, (q) => q.where('appointment.staff_id', '=', onlyStaffId))
    },
    present: (row, call) => presentAppointmentRow(row as unknown as AppointmentFileRow, call),
  },
  list: {
    isLong: true,
    named: (executor) =>
      namesInOrder(
        executor,
        AppointmentStatus.options.filter((status) => isCancelled === (status === 'cancelled')),
      ),
    search: findAppointments,
    filters: {
      from: (rows, date, call) => rows.where('starts_at', '>=', dayStart(call, String(date))),
      to: (rows, date, call) =>
        rows.where('starts_at', '<', dayStart(call, addDays(String(date), 1))),
      attendance: (rows, says) => rows.where(saying(String(says))),
      cancelled_by: (rows, by) =>
        rows.where(sql<boolean>`cancelled_by ${sql.raw(by === 'patient' ? '=' : '<>')} patient_id`),
    },
    auditRead: (call, view, rows) =>
      auditReads(call.services.db, call, {
        action: 'appointment.listed',
        subjectType: 'appointment',
        view: { list: isCancelled ? 'cancelled' : 'appointments', ...view },
        patientIds: rows.map(({ patient_id }) => Number(patient_id)),
      }),
  },
  file: {
    exported: {
      columns: appointmentFileColumns(isCancelled) as unknown as CsvColumns<Columns>,
      lineOf: ({ services }) => {
        const wallTime = wallClock(services.settings.CLINIC_TIME_ZONE)
        return (row) => ({ ...row, wallTime })
      },
    },
  },
})

export const appointmentStore = storeOfAppointments(false)
export const cancelledAppointmentStore = storeOfAppointments(true)

/** Orders by names that many appointments share. */
function namesInOrder(executor: Executor, listed: readonly string[]): Record<string, Named> {
  const names = (of: Rows) => executor.selectFrom(of.as('named')) as Rows
  const types = executor.selectFrom('appointment_type').select(['id', 'name'])
  const sites = executor.selectFrom('site').select(['id', 'name'])
  const patients = executor.selectFrom('person').select(['id', 'full_name as name'])
  const staff = executor
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select(['staff.id', 'person.full_name as name'])
    // Finds before it sorts, because going through everybody by name takes longer.
    .offset(sql.lit(0))
  const statuses = executor
    .selectFrom(sql<{ status: string }>`unnest(${listed}::text[])`.as<'each'>(sql`each(status)`))
    .select(['each.status as id', 'each.status as name'])
  return {
    patient_name: { by: 'patient_id', names: names(patients), isRare: true },
    staff_name: { by: 'staff_id', names: names(staff) },
    type_name: { by: 'appointment_type_id', names: names(types) },
    site_name: { by: 'site_id', names: names(sites) },
    status: { by: 'status', names: names(statuses) },
  }
}

const MOST_PATIENTS = 5_000
const MOST_REFERENCES = 1_000
const LAST = '\u{10ffff}'

/**
 * Finds patients by name and references by prefix first. Looks up the appointments of few patients;
 * with many it goes through the list until a page is full.
 */
async function findAppointments(
  rows: Rows,
  text: string,
  call: SignedInCall,
  named: Named | undefined,
) {
  const { db } = call.services
  const patients = db
    .selectFrom('person')
    .select('id')
    .where(isNamed(text))
    .limit(MOST_PATIENTS + 1)
  const start = text.toUpperCase()
  const [found, references] = await Promise.all([
    patients.execute(),
    db
      .selectFrom('appointment')
      .select('id')
      .where('reference', '>=', start)
      .where('reference', '<', start + LAST)
      .limit(MOST_REFERENCES)
      .execute(),
  ])
  const isReferred = isAmong('id', references)
  if (found.length <= MOST_PATIENTS) {
    const isTheirs = isAmong('patient_id', found)
    if (references.length > 0) {
      return { rows: rows.where(sql<boolean>`(${isTheirs} or ${isReferred})`), named: undefined }
    }
    const theirNames = named?.by === 'patient_id' && {
      ...named,
      names: named.names.where(isAmong('named.id', found)),
    }
    return { rows: rows.where(isTheirs), named: theirNames || undefined }
  }
  const fits = sql<boolean>`(
    (select ${isNamed(text)} from person where person.id = patient_id) or ${isReferred})`
  return { rows: rows.where(fits), named }
}

const isAmong = (column: string, found: readonly { id: number }[]) =>
  sql<boolean>`${sql.ref(column)} = any(${found.map(({ id }) => id)}::integer[])`

function saying(attendance: string) {
  const answers = (wanted: RawBuilder<unknown>) => sql<boolean>`(id, starts_at) ${wanted}`
  if (attendance === 'none') {
    return answers(sql`not in (select appointment_id, starts_at from attendance_answer)`)
  }
  return answers(sql`in (select appointment_id, starts_at from attendance_answer
    where is_coming = ${attendance === 'coming'})`)
}

const dayStart = ({ services }: SignedInCall, date: string) =>
  new Date(startOfDay(date, services.settings.CLINIC_TIME_ZONE))

const presentAppointmentRow = (
  row: AppointmentFileRow,
  call: SignedInCall,
): AppointmentListRow => ({
  ...presentClinicAppointment(row, call),
  patient_name: row.patient_name,
  staff_name: row.staff_name,
  type_name: row.type_name,
  site_name: row.site_name,
  room_name: row.room_name,
  cancelled_by: findCanceller(row),
})

function findCanceller({ cancelled_by, patient_id }: AppointmentFileRow) {
  if (cancelled_by === null) return null
  return cancelled_by === patient_id ? 'patient' : 'staff'
}
