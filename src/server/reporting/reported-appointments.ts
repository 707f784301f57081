import { type InferResult, sql } from 'kysely'
import { type ReportedAppointment, reportedAppointments } from '#lib/contract/reporting.ts'
import { selectAppointmentOutcomes } from '../booking/appointment-rows.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { listPage } from '../resources/list.ts'
import { counting } from './counting.ts'
import { type Days, requestedDays } from './days.ts'
import { locatedAppointments, presentLocated } from './located-appointments.ts'
import { reportRead } from './report-audit.ts'
import { type ReportFilters, type ReportScope, reportScope } from './report-scope.ts'

type Query = ReportFilters & { page: number; page_size: number; ordering?: string | undefined }

export async function listReported(
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

export function matching(
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

export type ReportedRow = InferResult<ReturnType<typeof reported>>[number]

export const reported = (rows: ReturnType<typeof locatedAppointments>) =>
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
