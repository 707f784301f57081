import { CONSULTATION } from '#demo/data/benchmark/base.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { openingsStatement } from '#server/booking/openings-statement.ts'
import { connect } from '#server/database/connection.ts'
import { atMost, type Finding, percentile, send, timed } from './measure.ts'
import { atPartEnd, barePool } from './part-end.ts'
import { superuserHeaders } from './signed-in.ts'

const ROUNDS = 60
const WARM_UP = 10
const DAYS = 90
const ZONE = 'Europe/London'

/** The planner over 90 days at the API, beside the bare SQL that reads the same rows, in turns. */
export async function plannerFindings(serverUrl: string, databaseUrl: string): Promise<Finding[]> {
  const headers = await superuserHeaders(databaseUrl)
  const db = connect(databaseUrl, { poolSize: 1, onError: () => undefined })
  atPartEnd(() => db.destroy())
  const pool = barePool(databaseUrl, 1)
  const { id } = await db
    .selectFrom('appointment_type')
    .select('id')
    .where('slug', '=', CONSULTATION.slug)
    .executeTakeFirstOrThrow()
  const today = toClinicDate(Date.now(), ZONE)
  const query = {
    type: { id },
    sees: { types: true, categories: true, sites: true },
    window: { start: startOfDay(today, ZONE), end: startOfDay(addDays(today, DAYS), ZONE) },
  }
  const { sql, parameters } = openingsStatement(query, false).compile(db)
  const url = `${serverUrl}/api/admin/appointment-planner/?appointment_type_id=${id}`
  const day = `${url}&date=${addDays(today, 7)}`
  const times: Record<'api' | 'day' | 'sql', number[]> = { api: [], day: [], sql: [] }
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const api = await timed(() => answered(url, headers))
    const withDay = await timed(() => answered(day, headers))
    const bare = await timed(() =>
      pool.query({ name: 'openings', text: sql, values: [...parameters] }),
    )
    if (round < WARM_UP) continue
    times.api.push(api)
    times.day.push(withDay)
    times.sql.push(bare)
  }
  const median = (values: number[]) => percentile(values, 0.5)
  return [
    atMost(`planner over ${DAYS} days, 50 clinicians: p95`, percentile(times.api, 0.95), 250, 'ms'),
    atMost(
      '  beside the bare SQL (median / median)',
      median(times.api) / median(times.sql),
      2,
      '×',
    ),
    atMost('  with the times of a date (median)', median(times.day) / median(times.api), 1.5, '×'),
  ]
}

async function answered(url: string, headers: Record<string, string>): Promise<void> {
  const { status } = await send(url, { headers })
  if (status !== 200) throw new Error(`The planner answered ${status}`)
}
