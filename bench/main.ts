import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '#server/database/connection.ts'
import { seedBenchmarkData } from '#server/database/demo-data/seed-benchmark-data.ts'
import { seedDemoData } from '#server/database/demo-data/seed-demo-data.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { adminListFindings } from './admin-lists.ts'
import { bookingFindings } from './bookings.ts'
import { duplicateFindings } from './duplicates.ts'
import { listFinding } from './lists.ts'
import type { Finding } from './measure.ts'
import { plannerFindings } from './planner.ts'
import { runServer } from './processes.ts'
import { scheduleFindings } from './schedule.ts'
import { warmStartFinding } from './warm-start.ts'
import { weeklyFindings, weeklyTimes } from './weekly.ts'
import { weightFindings } from './weight.ts'

const parts = [
  'week',
  'admin',
  'duplicates',
  'planner',
  'lists',
  'weight',
  'bookings',
  'schedule',
  'start',
] as const
type Part = (typeof parts)[number]

/**
 * Measures the budgets of the design in one run, on a PostgreSQL of its own.
 * `npm run bench -- lists bookings` measures these parts alone.
 */
const asked = process.argv.slice(2)
const unknown = asked.filter((part) => !parts.includes(part as Part))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: choose from ${parts.join(', ')}.`)
  process.exit(1)
}
const wanted = (part: Part) => asked.length === 0 || asked.includes(part)

const findings: Finding[] = []
if (parts.some((part) => part !== 'start' && wanted(part))) await measureServer()
if (wanted('start')) {
  say('a warm start')
  findings.push(await warmStartFinding())
}
console.log('')
for (const { what, measured, budget, met } of findings) {
  console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${measured} (${budget})`)
}
process.exitCode = findings.every(({ met }) => met) ? 0 : 1

async function measureServer(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carelane-bench-'))
  const postgres = await startPrivatePostgres({ dataDir, log: () => undefined })
  try {
    const small = await database(postgres.url, 'bench', 1)
    const server = await runServer(process.execPath, ['src/server/main.ts'], {
      DATABASE_URL: small,
    })
    if (wanted('week') || wanted('admin') || wanted('duplicates')) {
      const large = await database(postgres.url, 'bench_aged', 10)
      const aged = await runServer(process.execPath, ['src/server/main.ts'], {
        DATABASE_URL: large,
      })
      if (wanted('week')) {
        say('a week of slots')
        const now = await weeklyTimes(server.url, small)
        findings.push(...weeklyFindings(now, await weeklyTimes(aged.url, large)))
      }
      if (wanted('admin')) {
        say('lists of the administration area')
        findings.push(...(await adminListFindings(aged.url, large)))
      }
      await aged.stop()
      if (wanted('duplicates')) {
        say('a search for duplicates')
        findings.push(...(await duplicateFindings(large)))
      }
    }
    if (wanted('planner')) {
      say('the planner')
      findings.push(...(await plannerFindings(server.url, small)))
    }
    if (wanted('lists')) {
      say('lists')
      findings.push(await listFinding(server.url, small))
    }
    if (wanted('weight')) {
      say('weight of pages')
      findings.push(...(await weightFindings(server.url)))
    }
    if (wanted('bookings')) {
      say('bookings')
      findings.push(...(await bookingFindings(server.url, small)))
    }
    if (wanted('schedule')) {
      say('a staff day')
      findings.push(...(await scheduleFindings(server.url, small)))
    }
    await server.stop()
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function say(what: string): void {
  console.log(`▸ ${what}`)
}

async function database(postgresUrl: string, name: string, scale: number): Promise<string> {
  say(`data at scale ${scale}`)
  const maintenance = connect(postgresUrl, { poolSize: 1, onError: () => undefined })
  await sql`create database ${sql.id(name)}`.execute(maintenance)
  await maintenance.destroy()
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const db = connect(url.href, { poolSize: 2, onError: () => undefined })
  await migrate(db)
  const options = { now: Date.now(), timeZone: 'Europe/London' }
  await seedDemoData(db, options)
  await seedBenchmarkData(db, { ...options, scale })
  // Comparing all who are new takes a server a minute: it is measured by itself, not beside the others.
  await sql`truncate person_to_compare`.execute(db)
  await db.destroy()
  return url.href
}
