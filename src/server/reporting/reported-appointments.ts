import { type InferResult, sql } from 'kysely'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import {
  type OutcomeBreakdown,
  type ReportedAppointment,
  reportedAppointments,
} from '#lib/contract/reporting.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { audit, toAuditActor } from '../audit/audit.ts'
import { selectAppointmentOutcomes } from '../booking/appointment-rows.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { exportedIds, exportFile, fileName, MOST_LINES, wallClock } from '../resources/export.ts'
import { listPage } from '../resources/list.ts'
import { counting } from './counting.ts'
import { locatedAppointments, presentLocated } from './located-appointments.ts'
import { type Days, type ReportScope, reportScope, requestedDays } from './report-scope.ts'

export const reportedAppointmentRoutes = {
  'GET admin/temporary-reporting/': ({ query }, call) => listReported(call, query),
  'GET admin/temporary-reporting/export/': ({ query }, call) => exportReported(call, query),
  'GET admin/temporary-reporting/outcomes/': ({ query }, call) => countOutcomes(call, query),
} satisfies Handlers

type Query = ReportFilters & { page: number; page_size: number; ordering?: string | undefined }

async function listReported(
  call: SignedInCall,
  { page, page_size, ordering, ...filters }: Query,
): Promise<{ count: number; results: ReportedAppointment[] }> {
  const clinician = await reportScope(call, filters.staff_id)
  const days = requestedDays(call, filters)
  return await counting(call, async (tx) => {
    const rows = tx
      .selectFrom(reported(matching(tx, filters, days, clinician)).as('listed'))
      .selectAll()
    const found = await listPage(reportedAppointments, rows, { page, page_size, ordering })
    const patientIds = [...new Set(found.results.map(({ patient_id }) => patient_id))]
    await reportRead(tx, call, { filters, days, clinician }, { page, patientIds })
    return { count: found.count, results: found.results.map(presentReported) }
  })
}

function matching(
  executor: Executor,
  { site_id, appointment_type_id, status, outcome_id }: ReportFilters,
  { start, end }: Days,
  clinician: ReportScope,
) {
  let rows = locatedAppointments(executor)
    .where('appointment.starts_at', '>=', start)
    .where('appointment.starts_at', '<', end)
  if (clinician) rows = rows.where('appointment.staff_id', '=', clinician.id)
  if (site_id !== undefined) rows = rows.where('appointment.site_id', '=', site_id)
  if (appointment_type_id !== undefined) {
    rows = rows.where('appointment.appointment_type_id', '=', appointment_type_id)
  }
  if (status !== undefined) rows = rows.where('appointment.status', '=', status)
  if (outcome_id === 'none') {
    rows = rows.where('appointment.status', '=', 'completed').where(sql<boolean>`not ${isGiven()}`)
  } else if (outcome_id !== undefined) {
    rows = rows.where(isGiven(outcome_id))
  }
  return rows
}

/** It has the outcome at present, in any version. */
const isGiven = (outcomeId?: number) => sql<boolean>`exists (
  select from appointment_outcome_given as given
  where given.appointment_id = appointment.id and given.ended is null
    ${outcomeId === undefined ? sql`` : sql`and given.appointment_outcome_id = ${outcomeId}`})`

type ReportedRow = InferResult<ReturnType<typeof reported>>[number]

const reported = (rows: ReturnType<typeof locatedAppointments>) =>
  rows.select([
    'appointment.reference',
    'appointment.created',
    'appointment.completed_on',
    'appointment.cancelled_on',
    selectAppointmentOutcomes.as('outcomes'),
  ])

const presentReported = (row: ReportedRow): ReportedAppointment => ({
  ...presentLocated(row),
  reference: row.reference,
  duration: row.duration,
  status: row.status as ReportedAppointment['status'],
  outcomes: row.outcomes,
  created: row.created.toISOString(),
  completed_on: row.completed_on?.toISOString() ?? null,
  cancelled_on: row.cancelled_on?.toISOString() ?? null,
})

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

async function exportReported(call: SignedInCall, filters: ReportFilters): Promise<FileAnswer> {
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

type Taken = { filters: ReportFilters; days: Days; clinician: ReportScope }

const filtersIn = ({ filters, days: { from, to }, clinician }: Taken) => ({
  ...filters,
  from,
  to,
  staff_id: clinician?.id ?? 'all',
})

const reportRead = (
  executor: Executor,
  call: SignedInCall,
  taken: Taken,
  { page, patientIds }: { page: number; patientIds: readonly number[] },
) =>
  audit(executor, call, {
    ...about(call),
    action: 'report.read',
    patientIds,
    change: { filters: filtersIn(taken), page },
  })

const reportExported = (executor: Executor, call: SignedInCall, taken: Taken, lines: number) =>
  audit(executor, call, {
    ...about(call),
    action: 'report.exported',
    change: { filters: filtersIn(taken), lines },
  })

const about = ({ viewer }: SignedInCall) =>
  ({
    actor: toAuditActor(viewer),
    subjectType: 'report',
    subjectId: 0,
    patientId: null,
  }) as const

async function countOutcomes(
  call: SignedInCall,
  filters: ReportFilters,
): Promise<OutcomeBreakdown> {
  const clinician = await reportScope(call, filters.staff_id)
  const days = requestedDays(call, filters)
  return await counting(call, async (tx) => {
    const completed = matching(tx, filters, days, clinician)
      .where('appointment.status', '=', 'completed')
      .clearSelect()
      .select('appointment.id')
    const results = await tx
      .selectFrom(completed.as('completed'))
      .innerJoin('appointment_outcome_given as given', (join) =>
        join.onRef('given.appointment_id', '=', 'completed.id').on('given.ended', 'is', null),
      )
      .innerJoin('appointment_outcome as outcome', 'outcome.id', 'given.appointment_outcome_id')
      .groupBy('outcome.id')
      .select(['outcome.id', 'outcome.name', sql<number>`count(*)`.as('appointments')])
      .orderBy('appointments', 'desc')
      .orderBy(inNameOrder('outcome.name'))
      .orderBy('outcome.id')
      .execute()
    const counts = await tx
      .selectFrom(completed.as('completed'))
      .select(sql<number>`count(*)`.as('completed'))
      .select(
        sql<number>`count(*) filter (where not exists (
          select from appointment_outcome_given
          where appointment_id = completed.id and ended is null))`.as('without'),
      )
      .executeTakeFirstOrThrow()
    return { ...counts, results }
  })
}

type ReportFilters = {
  from?: string | undefined
  to?: string | undefined
  staff_id?: number | 'all' | undefined
  site_id?: number | undefined
  appointment_type_id?: number | undefined
  status?: ReportedAppointment['status'] | undefined
  outcome_id?: number | 'none' | undefined
}
