import { sql } from 'kysely'
import type { OutcomeBreakdown } from '#lib/contract/reporting.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { SignedInCall } from '../http/implement.ts'
import { counting } from './counting.ts'
import { requestedDays } from './days.ts'
import { type ReportFilters, reportScope } from './report-scope.ts'
import { matching } from './reported-appointments.ts'

export async function countOutcomes(
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
