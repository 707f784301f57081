import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import {
  type CarelaneProcess,
  freePort,
  type Installation,
  installCarelane,
  WITHOUT_DEMONSTRATION,
} from './carelane-process.ts'
import { createEmptyDatabase, lockWaits } from './test-database.ts'

/* The real process is told to stop before it has started. */

let installation: Installation
beforeAll(async () => {
  installation = await installCarelane()
})
afterAll(() => installation.remove())

const SLOW = { timeout: 240_000, interval: 5 }

const says = ({ output }: CarelaneProcess, text: string) =>
  eventually(() => expect(output.stdout).toContain(text), SLOW)

/** PostgreSQL's processes that work on this installation's data. */
const servers = () =>
  execFileSync('ps', ['-A', '-o', 'command='], { encoding: 'utf8' })
    .split('\n')
    .filter((command) => command.includes(installation.dataDir))

const partsLeft = () =>
  readdirSync(installation.dataDir).filter((name) => name.startsWith('postgres.new-'))

const interruptions = [
  ['SIGTERM', 'Making a new database'],
  ['SIGINT', 'runs on 127.0.0.1'],
] as const

test.each(interruptions)(
  'by %s after “%s” it goes at once and leaves no PostgreSQL',
  async (signal, text) => {
    const carelane = installation.start()
    await says(carelane, text)
    carelane.child.kill(signal)
    expect(await carelane.ended).toBe(0)
    expect(carelane.output.stderr).toBe('')
    expect(carelane.output.stdout).toContain('Stopping')
    expect(carelane.output.stdout).not.toMatch(/Put in the data|is ready/)
    expect(servers()).toEqual([])
    expect(partsLeft()).toEqual([])
    expect(existsSync(join(installation.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  },
)

test('while it waits for another one to stop, which goes on', async () => {
  const first = await installation.startReady(WITHOUT_DEMONSTRATION)
  const postmaster = installation.postmaster()
  const second = installation.start({ PORT: String(await freePort()) })
  await says(second, `Waiting for process ${first.child.pid}`)
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(second.output.stderr).toBe('')
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
  expect(installation.postmaster()).toBe(postmaster)
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
})

test('while the schema waits for somebody who has it locked', async () => {
  const { url, db, drop } = await createEmptyDatabase()
  // An earlier start has made the list of migrations.
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(
    db,
  )
  await db.transaction().execute(async (tx) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(tx)
    const carelane = installation.start({ DATABASE_URL: url })
    await eventually(async () => expect(await lockWaits(db)).toBe(1), SLOW)
    carelane.child.kill('SIGINT')
    expect(await carelane.ended).toBe(0)
    expect(carelane.output.stderr).toBe('')
  })
  await drop()
})
