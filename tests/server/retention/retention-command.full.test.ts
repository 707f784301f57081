import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addAppointment } from '../clinic-factory.ts'
import { addEform, addSavedForm } from '../forms/filled-form-rows.ts'
import { createEmptyDatabase, createTestDatabase } from '../test-database.ts'
import { addOldGuest } from './old-guest.ts'

const program = resolve(import.meta.dirname, '../../../src/server/retention/retention-command.ts')
const PERIODS = { GUEST_RETENTION_DAYS: '365', SAVED_FORM_RETENTION_DAYS: '60' }

const database = await createTestDatabase(2)
const { db } = database
afterAll(() => database.drop())

/** What `npm run retention` says, and its exit code. */
const retention = (
  args: string[],
  settings: Record<string, string> = PERIODS,
  url = database.runtimeUrl ?? '',
) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent', DATABASE_URL: url, ...settings }
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

const OLD = new Date('2020-06-30T23:30:00Z')

async function everything() {
  const { rows } = await sql<{ line: string }>`
    select to_jsonb(person)::text as line from person
    union all select to_jsonb(saved_form)::text from saved_form
    union all select to_jsonb(appointment)::text from appointment
    union all select to_jsonb(audit_event)::text from audit_event
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

test('a dry run lists by number and clinic day what is then removed, and changes nothing', async () => {
  const { person } = await addOldGuest(db, OLD)
  const saved = async (appointment: { id: number; patient_id: number | null }) => {
    const draft = await addSavedForm(db, { appointment, eform: await addEform(db) } as never)
    await db.updateTable('saved_form').set({ saved: OLD }).where('id', '=', draft.id).execute()
    return draft
  }
  const other = await addAppointment(db, { starts_at: OLD })
  const draft = await saved(other)
  await saved((await addOldGuest(db, OLD, { appointment: { status: 'completed' } })).appointment)
  const [, kept] = [
    await saved((await addOldGuest(db, OLD)).appointment),
    await addOldGuest(db, new Date()),
  ]

  const before = await everything()
  const dry = await retention(['--dry-run'])
  expect(dry.stderr).toBe('')
  const [guests, period, ...lines] = dry.stdout.trimEnd().split('\n')
  expect([guests, period]).toEqual([
    'Guests who never attended: removed after 365 days',
    'Answers that were never submitted: removed after 60 days',
  ])
  expect(lines).toEqual([
    `Guest ${person.id}, last active on 2020-07-01`,
    expect.stringMatching(/^Guest \d+, last active on 2020-07-01$/),
    `Saved form ${draft.id} of appointment ${other.id}, last saved on 2020-07-01`,
    expect.stringMatching(/^Saved form \d+ of appointment \d+, last saved on 2020-07-01$/),
    'Guests to anonymise: 2',
    'Saved forms to delete, besides theirs: 2',
    'Nothing was changed.',
  ])
  expect(dry.stdout).not.toContain(person.last_name)
  expect(await everything()).toEqual(before)

  const run = await retention([])
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout.trimEnd().split('\n').slice(2)).toEqual([
    'Guests anonymised: 2',
    'Saved forms deleted, besides theirs: 2',
  ])
  const again = await retention(['--dry-run'])
  expect(again.stdout.trimEnd().split('\n').slice(2)).toEqual([
    'Guests to anonymise: 0',
    'Saved forms to delete, besides theirs: 0',
    'Nothing was changed.',
  ])
  expect(await everything()).toContainEqual(expect.stringContaining(kept.person.last_name))
})

test('says that nothing is removed without periods, and what it cannot work with', async () => {
  expect((await retention(['--dry-run'], {})).stdout.split('\n')).toEqual([
    'Guests who never attended: kept, since GUEST_RETENTION_DAYS is not set',
    'Answers that were never submitted: kept, since SAVED_FORM_RETENTION_DAYS is not set',
    'Guests to anonymise: 0',
    'Saved forms to delete, besides theirs: 0',
    'Nothing was changed.',
    '',
  ])
  expect(await retention(['--dry'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Unknown option '--dry'/),
  })
  const empty = await createEmptyDatabase()
  const said = await retention([], PERIODS, empty.url)
  await empty.drop()
  expect(said).toMatchObject({
    code: 1,
    stderr: 'This database is not up to date: start Carelane on it first.\n',
  })
})
