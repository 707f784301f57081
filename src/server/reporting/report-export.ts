import { sql } from 'kysely'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { exportedIds, exportFile, fileName, MOST_LINES, wallClock } from '../resources/export.ts'
import { counting } from './counting.ts'
import { requestedDays } from './days.ts'
import { locatedAppointments } from './located-appointments.ts'
import { reportExported } from './report-audit.ts'
import { type ReportFilters, reportScope } from './report-scope.ts'
import { matching, type ReportedRow, reported } from './reported-appointments.ts'

type Line = ReportedRow & { wallTime: (at: Date) => string }

const dateAt = ({ wallTime }: Line, at: Date | null) => (at ? wallTime(at).slice(0, 10) : '')
const timeAt = ({ wallTime }: Line, at: Date) => wallTime(at).slice(11, 16)

const columns: CsvColumns<Line> = {
  Reference: (line) => line.reference,
  Date: (line) => dateAt(line, line.start),
  Start: (line) => timeAt(line, line.start),
  End: (line) => timeAt(line, line.end),
  'Start (UTC)': (line) => line.start,
  Minutes: (line) => line.duration,
  Status: (line) => statusLabels(line.status),
  Outcomes: (line) => line.outcomes.map(({ name }) => name).join('; '),
  'Appointment type': (line) => line.appointment_type,
  Site: (line) => line.site,
  Room: (line) => line.room_name,
  Clinician: (line) => line.clinician,
  Patient: (line) => line.patient,
  'Patient (person number)': (line) => line.patient_id,
  'Booked on': (line) => dateAt(line, line.created),
  'Completed on': (line) => dateAt(line, line.completed_on),
  'Cancelled on': (line) => dateAt(line, line.cancelled_on),
}

export async function exportReported(
  call: SignedInCall,
  filters: ReportFilters,
): Promise<FileAnswer> {
  const { db, settings, now } = call.services
  const clinician = await reportScope(call, filters.staff_id)
  const days = requestedDays(call, filters)
  const ids = await counting(call, async (tx) => {
    const found = await exportedIds(tx, earliest(matching(tx, filters, days, clinician)))
    const lines = Math.min(found.length, MOST_LINES)
    await reportExported(tx, call, { filters, days, clinician }, lines)
    return found
  })
  const wallTime = wallClock(settings.CLINIC_TIME_ZONE)
  return exportFile({
    name: fileName('appointments', days, toClinicDate(now(), settings.CLINIC_TIME_ZONE)),
    columns,
    ids,
    read: async (batch) => {
      const rows = await reported(locatedAppointments(db))
        .where(sql<boolean>`appointment.id = any(${batch}::integer[])`)
        .orderBy('appointment.starts_at')
        .orderBy('appointment.id')
        .execute()
      return rows.map((row) => ({ ...row, wallTime }))
    },
    missing: 'later ones are missing',
  })
}

const earliest = (rows: ReturnType<typeof matching>) =>
  rows
    .clearSelect()
    .select('appointment.id')
    .orderBy('appointment.starts_at')
    .orderBy('appointment.id')
