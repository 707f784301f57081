import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '#server/database/connection.ts'
import { seedBenchmarkData } from '#server/database/demo-data/seed-benchmark-data.ts'
import { seedDemoData } from '#server/database/demo-data/seed-demo-data.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { bookingFindings } from './bookings.ts'
import { listFinding } from './lists.ts'
import type { Finding } from './measure.ts'
import { runServer } from './processes.ts'
import { warmStartFinding } from './warm-start.ts'
import { weeklyFindings, weeklyTimes } from './weekly.ts'
import { weightFindings } from './weight.ts'

/** Measures the budgets of the design in one run, on a PostgreSQL of its own. */
const dataDir = await mkdtemp(join(tmpdir(), 'carelane-bench-'))
const postgres = await startPrivatePostgres({ dataDir, log: () => undefined })
const findings: Finding[] = []

try {
  const small = await database('bench', 1)
  const large = await database('bench_aged', 10)
  const server = await runServer(process.execPath, ['src/server/main.ts'], { DATABASE_URL: small })
  const aged = await runServer(process.execPath, ['src/server/main.ts'], { DATABASE_URL: large })
  say('a week of slots')
  findings.push(
    ...weeklyFindings(await weeklyTimes(server.url, small), await weeklyTimes(aged.url, large)),
  )
  await aged.stop()
  say('lists')
  findings.push(await listFinding(server.url, small))
  say('weight of pages')
  findings.push(...(await weightFindings(server.url)))
  say('bookings')
  findings.push(...(await bookingFindings(server.url, small)))
  await server.stop()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
say('a warm start')
findings.push(await warmStartFinding())

console.log('')
for (const { what, measured, budget, met } of findings) {
  console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${measured} (${budget})`)
}
process.exitCode = findings.every(({ met }) => met) ? 0 : 1

function say(what: string): void {
  console.log(`▸ ${what}`)
}

async function database(name: string, scale: number): Promise<string> {
  say(`data at scale ${scale}`)
  const maintenance = connect(postgres.url, { poolSize: 1, onError: () => undefined })
  await sql`create database ${sql.id(name)}`.execute(maintenance)
  await maintenance.destroy()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const db = connect(url.href, { poolSize: 2, onError: () => undefined })
  await migrate(db)
  const options = { now: Date.now(), timeZone: 'Europe/London' }
  await seedDemoData(db, options)
  await seedBenchmarkData(db, { ...options, scale })
  await db.destroy()
  return url.href
}
