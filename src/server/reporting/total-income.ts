import { sql } from 'kysely'
import type { TotalIncome } from '#lib/contract/reporting.ts'
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

type Query = {
  from?: string | undefined
  to?: string | undefined
  staff_id?: number | 'all' | undefined
}

export async function readIncome(call: SignedInCall, query: Query): Promise<TotalIncome> {
  const { settings } = call.services
  const clinician = await reportScope(call, query.staff_id)
  const days = requestedDays(call, query)
  const before = toDays(periodBefore(days), settings.CLINIC_TIME_ZONE)
  return await counting(call, async (tx) => ({
    from: days.from,
    to: days.to,
    ...(await incomeIn(tx, days, clinician)),
    by_day: await incomeByDay(tx, days, clinician),
    by_product: await incomeByProduct(tx, days, clinician),
    previous: { from: before.from, to: before.to, ...(await incomeIn(tx, before, clinician)) },
  }))
}

type Income = { total: string; doses: number }

const income = sql`coalesce(sum(price), 0)::numeric(14, 2)::text as total, count(*) as doses`

const isEarned = (reportScope: ReportScope) =>
  sql`was_administered and not is_historical and entered_in_error is null
    and ${reportScope ? sql`staff_id = ${reportScope.id}` : sql`true`}`

async function incomeIn(
  executor: Executor,
  { start, end }: Days,
  reportScope: ReportScope,
): Promise<Income> {
  const { rows } = await sql<Income>`
    select ${income} from vaccination_history
    where date_administered >= ${start} and date_administered < ${end}
      and ${isEarned(reportScope)}`.execute(executor)
  return rows[0] as Income
}

async function incomeByDay(executor: Executor, days: Days, reportScope: ReportScope) {
  const { rows } = await sql<Income & { date: string }>`
    select day.date, earned.* from ${dayRows(days)}
    cross join lateral (
      select ${income} from vaccination_history
      where date_administered >= day.starts_at and date_administered < day.ends_at
        and ${isEarned(reportScope)}
    ) as earned
    order by day.date`.execute(executor)
  return rows
}

async function incomeByProduct(executor: Executor, { start, end }: Days, reportScope: ReportScope) {
  const { rows } = await sql<Income & { id: number; name: string }>`
    select product.id, product.name, earned.total, earned.doses
    from (
      select vaccine_product_id, sum(price) as amount, ${income} from vaccination_history
      where date_administered >= ${start} and date_administered < ${end} and ${isEarned(reportScope)}
      group by vaccine_product_id
    ) as earned
    join vaccine_product as product on product.id = earned.vaccine_product_id
    order by earned.amount desc, ${inNameOrder('product.name')}, product.id`.execute(executor)
  return rows.map(({ id, name, total, doses }) => ({ product: { id, name }, total, doses }))
}
