import { openingsStatement } from '#server/booking/openings-statement.ts'
import { connect } from '#server/database/connection.ts'
import { atMost, type Finding, percentile, send, timed } from './measure.ts'
import { atPartEnd, barePool } from './part-end.ts'

const ROUNDS = 300
const WARM_UP = 30
const DAY = 86_400_000

type WeeklyTimes = { api: number[]; sql: number[] }
/** A server, and its database, by their addresses. */
type Place = { url: string; database: string }

/** Milliseconds of a week of slots at the API and of its bare SQL, taken in turns. */
async function weeklyTimes(place: Place): Promise<WeeklyTimes> {
  const pool = barePool(place.database, 1)
  const db = connect(place.database, { poolSize: 1, onError: () => undefined })
  atPartEnd(() => db.destroy())
  const monday = nextMonday()
  const query = {
    type: { slug: 'bench-consultation' },
    sees: { types: false, categories: false, sites: false },
    window: { start: monday, end: monday + 7 * DAY },
  }
  const { sql, parameters } = openingsStatement(query, false).compile(db)
  const week = new Date(monday).toISOString().slice(0, 10)
  const url = `${place.url}/api/public/weekly-availability/?appointment_type_slug=bench-consultation&week=${week}`
  const times: WeeklyTimes = { api: [], sql: [] }
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const api = await timed(() => send(url))
    const bare = await timed(() =>
      pool.query({ name: 'openings', text: sql, values: [...parameters] }),
    )
    if (round < WARM_UP) continue
    times.api.push(api)
    times.sql.push(bare)
  }
  return times
}

/** The budgets of a week of slots hold now and after ten times the history. */
export async function* weeklyFindings(small: Place, large: Place): AsyncGenerator<Finding> {
  const now = await weeklyTimes(small)
  const p95 = percentile(now.api, 0.95)
  const bare = percentile(now.sql, 0.95)
  yield atMost('week of slots, 50 clinicians, 100,000 appointments: p95', p95, 20, 'ms')
  yield atMost('  beside the bare SQL (p95 / p95)', p95 / bare, 2, '×')
  yield atMost('  beside the bare SQL (median / median)', median(now.api) / median(now.sql), 2, '×')
  const aged = median((await weeklyTimes(large)).api)
  yield atMost('  after ten times the history (median)', aged / median(now.api), 1.2, '×')
}

const median = (values: number[]) => percentile(values, 0.5)

function nextMonday(): number {
  const today = Math.floor(Date.now() / DAY) * DAY
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  return today + (7 - weekday) * DAY
}
