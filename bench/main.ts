import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { seedBenchmarkData } from '#demo/data/seed-benchmark-data.ts'
import { seedDemoData } from '#demo/data/seed-demo-data.ts'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { serverArguments } from '../scripts/process.mjs'
import { adminListFindings } from './admin-lists.ts'
import { forgetPeopleToCompare } from './background.ts'
import { bookingFindings } from './bookings.ts'
import { compareWith } from './compare.ts'
import { makeDataFolder, removeDataFolder } from './data-folder.ts'
import { duplicateFindings } from './duplicates.ts'
import { formFindings } from './forms.ts'
import { listFindings } from './lists.ts'
import { hundredths } from './measure.ts'
import { messageFindings } from './messages.ts'
import { endPart } from './part-end.ts'
import { plannerFindings } from './planner.ts'
import { type Running, runServer, stopServers } from './processes.ts'
import { publicFindings } from './public.ts'
import { recordFindings } from './record.ts'
import { readRecorded, recordFigures } from './recorded-figures.ts'
import { createReport, type Measuring } from './report.ts'
import { scheduleFindings } from './schedule.ts'
import { warmStartFindings } from './warm-start.ts'
import { weeklyFindings } from './weekly.ts'
import { weightFindings } from './weight.ts'
import { measureYardsticks, slownessBeside, type Yardsticks } from './yardsticks.ts'

/* Everything below is made when the first part asks for it: what cannot be made fails those parts alone. */

const postgres = once(async () => {
  const dataDir = await makeDataFolder()
  return { dataDir, ...(await startPrivatePostgres({ dataDir, log: () => undefined })) }
})
const small = once(() => database('bench', 1))
const large = once(() => database('bench_aged', 10))
const server = once(async () => serve(await small()))
let agedServer: Running | undefined
const aged = once(async () => {
  agedServer = await serve(await large())
  return agedServer
})

type Part = { title: string; measure: Measuring }

const parts = {
  week: {
    title: 'a week of slots',
    measure: async () =>
      weeklyFindings(
        { url: (await server()).url, database: await small() },
        { url: (await aged()).url, database: await large() },
      ),
  },
  admin: {
    title: 'lists of the administration area',
    measure: async () => adminListFindings((await aged()).url, await large()),
  },
  duplicates: {
    title: 'a search for duplicates',
    measure: async () => duplicateFindings(await large()),
  },
  planner: {
    title: 'the planner',
    measure: async () => plannerFindings((await server()).url, await small()),
  },
  lists: {
    title: 'lists',
    measure: async () => listFindings((await server()).url, await small()),
  },
  public: {
    title: 'the public side',
    measure: async () => publicFindings({ url: (await server()).url, database: await small() }),
  },
  weight: { title: 'weight of pages', measure: async () => weightFindings((await server()).url) },
  bookings: {
    title: 'bookings',
    measure: async () => bookingFindings(await server(), await small()),
  },
  schedule: {
    title: 'a staff day',
    measure: async () => scheduleFindings((await server()).url, await small()),
  },
  forms: {
    title: 'a long form',
    measure: async () => formFindings(await server(), await small()),
  },
  record: {
    title: 'a record of 20 years, among a million vaccinations',
    measure: async () => recordFindings((await server()).url, await small()),
  },
  messages: {
    title: '20,000 reminders',
    measure: async () => messageFindings(await small()),
  },
  start: { title: 'a warm start', measure: warmStartFindings },
} satisfies Record<string, Part>

/** These alone need the server on aged data: it would only be in the way of the others. */
const onAgedData = new Set(['week', 'admin'])

/**
 * Measures the budgets of the design in one run, on a PostgreSQL of its own.
 * - `npm run bench -- lists bookings` measures these parts alone.
 * - `--against REV` measures them in that revision too, in turns, at least three times each.
 * - `--record` keeps the figures of a release, for `bench/figures.json` and the README.
 */
const { values: options, positionals: asked } = parseArgs({
  options: {
    against: { type: 'string' },
    times: { type: 'string', default: '3' },
    record: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const unknown = asked.filter((part) => !(part in parts))
if (unknown.length > 0) {
  const known = Object.keys(parts).join(', ')
  console.error(`There is no part ${unknown.join(', ')}: choose from ${known}.`)
  process.exit(1)
}
if (options.against) {
  process.exit(await compareWith(options.against, asked, Math.max(3, Number(options.times))))
}

const recorded = readRecorded()
const yardsticks = await measureHere()
const slowness = recorded && slownessBeside(yardsticks, recorded.yardsticks)
say(
  `yardsticks: Node ${hundredths(yardsticks.node)} ms, PostgreSQL ${hundredths(yardsticks.postgresql)} ms` +
    (recorded && slowness
      ? `, ${hundredths(slowness)} × those of ${recorded.version}, to which figures are normalised`
      : ''),
)
const report = createReport(console.log, slowness ?? 1)
for (const [name, { title, measure }] of Object.entries(parts) as [string, Part][]) {
  if (asked.length > 0 && !asked.includes(name)) continue
  if (!onAgedData.has(name)) {
    await report.attempt('stopping the server on aged data', async () => agedServer?.stop())
  }
  say(title)
  await report.measure(name, measure)
  await report.attempt(`the end of ${name}`, endPart)
}
await report.attempt('stopping servers', stopServers)
if (postgres.isMade()) {
  await report.attempt('deleting the database', async () => {
    const { dataDir, stop } = await postgres()
    await stop()
    await removeDataFolder(dataDir)
  })
}
if (options.record) await recordFigures(yardsticks, report.printed())
// What a part that failed has left open does not keep the process.
process.exit(report.summary())

function say(what: string): void {
  console.log(`▸ ${what}`)
}

/** Makes something at its first use, for all uses. What could not be made is not tried again. */
function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  const get = () => {
    made ??= make()
    return made
  }
  return Object.assign(get, { isMade: () => made !== undefined })
}

async function measureHere(): Promise<Yardsticks> {
  const db = connect((await postgres()).url, { poolSize: 1, onError: () => undefined })
  const measured = await measureYardsticks(db)
  await db.destroy()
  return measured
}

function serve(url: string): Promise<Running> {
  return runServer(process.execPath, serverArguments, { DATABASE_URL: url })
}

async function database(name: string, scale: number): Promise<string> {
  const url = new URL((await postgres()).url)
  say(`data at scale ${scale}`)
  const maintenance = connect(url.href, { poolSize: 1, onError: () => undefined })
  await sql`create database ${sql.id(name)}`.execute(maintenance)
  await maintenance.destroy()
  url.pathname = `/${name}`
  const db = connect(url.href, { poolSize: 2, onError: () => undefined })
  await migrate(db)
  const options = { now: Date.now(), timeZone: 'Europe/London' }
  await seedDemoData(db, options)
  await seedBenchmarkData(db, { ...options, scale })
  await forgetPeopleToCompare(db)
  await db.destroy()
  return url.href
}
