import { sql } from 'kysely'
import {
  type DashboardAppointmentType,
  dashboardAppointmentTypes,
} from '#lib/contract/reporting.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { type ListQuery, listPage } from '../resources/list.ts'
import { counting } from './counting.ts'
import { type Days, type ReportScope, reportScope, requestedDays } from './report-scope.ts'

type Query = ListQuery & {
  from?: string | undefined
  to?: string | undefined
  staff_id?: number | 'all' | undefined
}

export async function listBookedTypes(
  call: SignedInCall,
  query: Query,
): Promise<{ count: number; results: DashboardAppointmentType[] }> {
  const clinician = await reportScope(call, query.staff_id)
  const days = requestedDays(call, query)
  const seesHidden = findVisibility(call.viewer).types
  return await counting(call, async (tx) => {
    const types = bookedTypes(tx, days, clinician)
    const known = seesHidden ? types : types.where('type.hidden', '=', false)
    return await listPage(dashboardAppointmentTypes, known, query)
  })
}

const bookedTypes = (executor: Executor, { start, end }: Days, clinician: ReportScope) =>
  executor
    .selectFrom('appointment_type as type')
    .leftJoin(
      (from) => {
        const booked = from
          .selectFrom('appointment')
          .where('starts_at', '>=', start)
          .where('starts_at', '<', end)
          .where('status', 'not in', ['held', 'cancelled'])
          .groupBy('appointment_type_id')
          .select(['appointment_type_id', sql<number>`count(*)`.as('appointments')])
        return (clinician ? booked.where('staff_id', '=', clinician.id) : booked).as('booked')
      },
      (join) => join.onRef('booked.appointment_type_id', '=', 'type.id'),
    )
    .select(['type.id', 'type.name', 'type.duration', 'type.disabled', 'type.hidden'])
    .select(sql<number>`coalesce(booked.appointments, 0)`.as('appointments'))
