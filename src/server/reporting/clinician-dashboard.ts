import type { ClinicianDashboard } from '#lib/contract/dashboard.ts'
import { periodBefore } from '#lib/dates/dates.ts'
import type { SignedInCall } from '../http/implement.ts'
import { numbersByDay, numbersByType, sumNumbers } from './appointment-numbers.ts'
import { counting } from './counting.ts'
import { requestedDays, toDays } from './days.ts'
import { reportScope } from './report-scope.ts'

type Query = { from?: string | undefined; to?: string | undefined }
type DashboardQuery = Query & { staff_id?: number | 'all' | undefined }

export async function readDashboard(
  call: SignedInCall,
  query: DashboardQuery,
): Promise<ClinicianDashboard> {
  const { settings } = call.services
  const clinician = await reportScope(call, query.staff_id)
  const days = requestedDays(call, query)
  const before = toDays(periodBefore(days), settings.CLINIC_TIME_ZONE)
  return await counting(call, async (tx) => {
    const byDay = await numbersByDay(tx, days, clinician)
    return {
      ...sumNumbers(days, byDay),
      clinician,
      by_type: await numbersByType(tx, days, clinician),
      by_day: byDay.map(({ booked, completed, did_not_attend, ...day }) => ({
        date: day.date,
        appointments: booked + completed + did_not_attend,
        cancelled: day.cancelled,
        minutes_booked: day.minutes_booked,
        minutes_available: day.minutes_available,
      })),
      previous: sumNumbers(before, await numbersByDay(tx, before, clinician)),
    }
  })
}
