import { sql } from 'kysely'
import { addDays, dateOf, mondayOf } from '#lib/scheduling/clinic-time.ts'
import type { Database, Executor } from '../../connection.ts'
import { insertAppointments } from './appointments.ts'
import { type Block, type BlockRule, insertAvailabilities } from './availabilities.ts'
import { CONSULTATION, insertBase, THROUGHPUT } from './base.ts'
import { insertPatients } from './patients.ts'

const BENCHMARK_LOCK = 7_201_962
const WEEKS_AHEAD = 8
const WEEKS_IN_YEAR = 52
const APPOINTMENTS_PER_SCALE = 100_000
/** 60 % of the 64,000 slots of the coming weeks. */
const APPOINTMENTS_AHEAD = 38_400

const WORKDAYS: BlockRule = { from: '09:00', to: '17:00', weekdays: [0, 1, 2, 3, 4] }
const WIDE_OPEN: BlockRule = { from: '06:00', to: '22:00', weekdays: [0, 1, 2, 3, 4, 5, 6] }

export const LARGEST_SCALE = 10

/**
 * Adds what the benchmarks measure, beside whatever else is there:
 * - 50 clinicians at 10 sites who offer `bench-consultation` (15 minutes, one competency) on
 *   weekdays from 09:00 to 17:00, with this and the next seven weeks 60 % full;
 * - 200 clinicians who offer `bench-throughput` (15 minutes), every day from 06:00 to 22:00, free;
 * - `scale` × 10,000 patients and `scale` × 100,000 appointments. A larger scale has a longer past,
 *   a year for each, and the same coming weeks.
 *
 * What is there of an earlier run stays, and only the years that lack are added: the same scale
 * again does nothing. Each year is one transaction, so a run that was stopped goes on from there.
 * @param options.scale a whole number from 1 to `LARGEST_SCALE`.
 * @param options.now epoch milliseconds; counts when there is nothing yet.
 * @param options.say is told what was added.
 * @returns whether anything was added.
 */
export async function seedBenchmarkData(
  db: Database,
  options: { scale: number; timeZone: string; now: number; say?: (message: string) => void },
): Promise<boolean> {
  const { scale, timeZone, now, say } = options
  if (!Number.isInteger(scale) || scale < 1 || scale > LARGEST_SCALE) {
    throw new RangeError(`scale must be a whole number from 1 to ${LARGEST_SCALE}`)
  }
  let added = false
  for (let year = 1; year <= scale; year += 1) {
    const inserted = await alone(db, async (tx) => {
      const before = await readState(tx)
      if (before.years >= year) return false
      const thisMonday = before.thisMonday ?? mondayOf(dateOf(now, timeZone))
      if (year === 1) await insertComingWeeks(tx, thisMonday, timeZone)
      await insertYear(tx, year, thisMonday, timeZone)
      return true
    })
    if (inserted) say?.(`Put in ${year} of ${scale} × 100,000 appointments`)
    added ||= inserted
  }
  if (added) await tidy(db)
  return added
}

async function insertComingWeeks(executor: Executor, thisMonday: string, timeZone: string) {
  await insertBase(executor)
  await insertPatients(executor, 1)
  const dates = { start: thisMonday, weeks: WEEKS_AHEAD, timeZone }
  const block: Block = { ...dates, ...CONSULTATION, ...WORKDAYS }
  await insertAvailabilities(executor, { ...dates, ...THROUGHPUT, ...WIDE_OPEN })
  await insertAvailabilities(executor, block)
  await insertAppointments(executor, block, { year: 0, count: APPOINTMENTS_AHEAD })
}

/** The first year before this week, the second before that, and so on. */
async function insertYear(executor: Executor, year: number, thisMonday: string, timeZone: string) {
  if (year > 1) await insertPatients(executor, year)
  const start = addDays(thisMonday, -7 * WEEKS_IN_YEAR * year)
  const block: Block = { start, weeks: WEEKS_IN_YEAR, timeZone, ...CONSULTATION, ...WORKDAYS }
  const count = APPOINTMENTS_PER_SCALE - (year === 1 ? APPOINTMENTS_AHEAD : 0)
  await insertAvailabilities(executor, block)
  await insertAppointments(executor, block, { year, count })
}

/** How many years of the past there are, and the Monday that they count from. */
async function readState(executor: Executor) {
  const { rows } = await sql<{ years: number; thisMonday: string | null }>`
    select greatest(count(distinct start_date) - 1, 0) as years, max(start_date) as "thisMonday"
    from availability
    join availability_appointment_type as offered on offered.availability_id = availability.id
    join appointment_type as type on type.id = offered.appointment_type_id
    where type.slug = ${CONSULTATION.slug}`.execute(executor)
  return rows[0] ?? { years: 0, thisMonday: null }
}

/** In a transaction that nobody else seeds beside, and that may take its time. */
async function alone<T>(db: Database, work: (tx: Executor) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${BENCHMARK_LOCK}::bigint)`.execute(tx)
    return await work(tx)
  })
}

/** Gives the planner its statistics and index-only scans their map, as a database in service has. */
async function tidy(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum (analyze) person, staff, room, availability, availability_appointment_type,
      availability_occurrence, appointment`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}
