import pg from 'pg'
import { calendarQuery } from '#server/booking/calendar.ts'
import { connect } from '#server/database/connection.ts'
import { DatabaseClient } from '#server/database/database-client.ts'
import { atMost, type Finding, percentile, send, timed } from './measure.ts'

const ROUNDS = 300
const WARM_UP = 30
const DAY = 86_400_000

export type WeeklyTimes = { api: number[]; sql: number[] }

/** Milliseconds of a week of slots at the API and of its bare SQL, taken in turns. */
export async function weeklyTimes(serverUrl: string, databaseUrl: string): Promise<WeeklyTimes> {
  const pool = new pg.Pool({ Client: DatabaseClient, connectionString: databaseUrl, max: 1 })
  const db = connect(databaseUrl, { poolSize: 1, onError: () => undefined })
  const monday = nextMonday()
  const { sql, parameters } = calendarQuery({
    type: { slug: 'bench-consultation' },
    sees: { types: false, categories: false, sites: false },
    window: { start: monday, end: monday + 7 * DAY },
    ownHold: null,
  }).compile(db)
  const week = new Date(monday).toISOString().slice(0, 10)
  const url = `${serverUrl}/api/public/weekly-availability/?appointment_type_slug=bench-consultation&week=${week}`
  const times: WeeklyTimes = { api: [], sql: [] }
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const api = await timed(() => send(url))
    const bare = await timed(() =>
      pool.query({ name: 'calendar', text: sql, values: [...parameters] }),
    )
    if (round < WARM_UP) continue
    times.api.push(api)
    times.sql.push(bare)
  }
  await pool.end()
  await db.destroy()
  return times
}

/** What the budgets of design, section 8, say of a week of slots, now and after ten times the history. */
export function weeklyFindings(now: WeeklyTimes, aged: WeeklyTimes): Finding[] {
  const p95 = percentile(now.api, 0.95)
  const bare = percentile(now.sql, 0.95)
  return [
    atMost('week of slots, 50 clinicians, 100,000 appointments: p95', p95, 20, 'ms'),
    atMost('  beside the bare SQL (p95 / p95)', p95 / bare, 2, '×'),
    atMost('  beside the bare SQL (median / median)', median(now.api) / median(now.sql), 2, '×'),
    atMost('  after ten times the history (median)', median(aged.api) / median(now.api), 1.2, '×'),
  ]
}

const median = (values: number[]) => percentile(values, 0.5)

function nextMonday(): number {
  const today = Math.floor(Date.now() / DAY) * DAY
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  return today + (7 - weekday) * DAY
}
