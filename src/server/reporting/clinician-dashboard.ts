import { sql } from 'kysely'
import { LONGEST_APPOINTMENT_MINUTES } from '#lib/contract/fields.ts'
import type { ClinicianDashboard } from '#lib/contract/reporting.ts'
import { periodBefore } from '#lib/dates/dates.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { SignedInCall } from '../http/implement.ts'
import { counting } from './counting.ts'
import {
  type Days,
  dayRows,
  type ReportScope,
  reportScope,
  requestedDays,
  toDays,
} from './report-scope.ts'

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

/** An index then finds what began before the day. */
const LONGEST_OCCURRENCE = '1560 minutes'

type DayNumbers = {
  date: string
  booked: number
  completed: number
  did_not_attend: number
  cancelled: number
  minutes_booked: number
  minutes_available: number
}

/** An appointment counts on the day on which it starts; minutes count on the day they are in. */
export async function numbersByDay(
  executor: Executor,
  days: Days,
  reportScope: ReportScope,
): Promise<DayNumbers[]> {
  const { rows } = await sql<DayNumbers>`
    select day.date, counted.*, taken.*, offered.*
    from ${dayRows(days)}
    cross join lateral (
      select
        count(*) filter (where status = 'booked') as booked,
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'did_not_attend') as did_not_attend,
        count(*) filter (where status = 'cancelled') as cancelled
      from appointment
      where starts_at >= day.starts_at and starts_at < day.ends_at and ${isInScope(reportScope)}
    ) as counted
    cross join lateral (
      select ${minutesWithin} as minutes_booked
      from appointment
      where starts_at > day.starts_at - interval '${sql.raw(`${LONGEST_APPOINTMENT_MINUTES} minutes`)}'
        and starts_at < day.ends_at and ends_at > day.starts_at
        and status not in ('held', 'cancelled') and ${isInScope(reportScope)}
    ) as taken
    cross join lateral (
      select ${minutesWithin} as minutes_available
      from availability_occurrence
      where starts_at > day.starts_at - interval '${sql.raw(LONGEST_OCCURRENCE)}'
        and starts_at < day.ends_at and ends_at > day.starts_at and ${isInScope(reportScope)}
    ) as offered
    order by day.date`.execute(executor)
  return rows
}

const isInScope = (reportScope: ReportScope) =>
  reportScope ? sql<boolean>`staff_id = ${reportScope.id}` : sql<boolean>`true`

const minutesWithin = sql`coalesce(sum(extract(epoch from
  least(ends_at, day.ends_at) - greatest(starts_at, day.starts_at))) / 60, 0)::integer`

/** Leaves out cancelled ones; the most frequent come first. */
async function numbersByType(
  executor: Executor,
  { start, end }: Days,
  reportScope: ReportScope,
): Promise<ClinicianDashboard['by_type']> {
  const { rows } = await sql<{
    id: number
    name: string
    appointments: number
    minutes: number
  }>`
    select type.id, type.name, counted.appointments, counted.minutes
    from (
      select appointment_type_id, count(*) as appointments, sum(duration) as minutes
      from appointment
      where starts_at >= ${start} and starts_at < ${end}
        and status not in ('held', 'cancelled') and ${isInScope(reportScope)}
      group by appointment_type_id
    ) as counted
    join appointment_type as type on type.id = counted.appointment_type_id
    order by counted.appointments desc, ${inNameOrder('type.name')}, type.id`.execute(executor)
  return rows.map(({ id, name, appointments, minutes }) => ({
    appointment_type: { id, name },
    appointments,
    minutes,
  }))
}

export function sumNumbers(
  { from, to }: Days,
  byDay: readonly DayNumbers[],
): ClinicianDashboard['previous'] {
  const sum = (name: Exclude<keyof DayNumbers, 'date'>) =>
    byDay.reduce((total, day) => total + day[name], 0)
  const by_status = {
    booked: sum('booked'),
    completed: sum('completed'),
    did_not_attend: sum('did_not_attend'),
    cancelled: sum('cancelled'),
  }
  const { booked, completed, did_not_attend } = by_status
  const minutes_booked = sum('minutes_booked')
  const minutes_available = sum('minutes_available')
  return {
    from,
    to,
    appointments: booked + completed + did_not_attend,
    by_status,
    minutes_booked,
    minutes_available,
    utilisation: share(minutes_booked, minutes_available),
    did_not_attend_rate: share(did_not_attend, completed + did_not_attend),
  }
}

const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
