import { parseArgs } from 'node:util'
import pg from 'pg'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { connect } from '../database/connection.ts'
import { startPrivatePostgres } from '../database/private-postgres.ts'
import { createFileStorage } from '../files/create-file-storage.ts'
import { createLog } from '../log/log.ts'
import { readSettings, type Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { listDue, runRetention } from './run-retention.ts'

const USAGE = `npm run retention [-- --dry-run]

Removes the details of guests who never attended and answers that were never submitted, as the job at
night does, after the periods that GUEST_RETENTION_DAYS and SAVED_FORM_RETENTION_DAYS set. It works in
the database that DATABASE_URL names or in the one that Carelane brings along, which must not be
running then.

  --dry-run  lists what would be removed, by number and date, and changes nothing
  --help     shows this`

const UNDEFINED = new Set(['42P01', '42703'])

type CommandServices = Parameters<typeof runRetention>[0]

const print = (message: string) => void process.stdout.write(`${message}\n`)

try {
  const { isDryRun, help } = readOptions(process.argv.slice(2))
  if (help) print(USAGE)
  else await withServices(readSettings(process.env), isDryRun ? report : remove)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function withServices(
  settings: Settings,
  work: (services: CommandServices) => Promise<void>,
): Promise<void> {
  printPeriod('Guests who never attended', 'GUEST_RETENTION_DAYS', settings.GUEST_RETENTION_DAYS)
  printPeriod(
    'Answers that were never submitted',
    'SAVED_FORM_RETENTION_DAYS',
    settings.SAVED_FORM_RETENTION_DAYS,
  )
  const own = settings.DATABASE_URL
    ? null
    : await startPrivatePostgres({ dataDir: settings.DATA_DIR, log: print })
  const db = connect(settings.DATABASE_URL ?? own?.runtimeUrl ?? '', {
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    const log = createLog(settings.LOG_LEVEL)
    await work({ db, settings, log, files: createFileStorage(settings), now: Date.now })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !UNDEFINED.has(error.code ?? '')) throw error
    throw new StartError('This database is not up to date: start Carelane on it first.')
  } finally {
    await db.destroy()
    await own?.stop()
  }
}

function printPeriod(what: string, name: string, days: number | undefined): void {
  const period =
    days === undefined ? `kept, since ${name} is not set` : `removed after ${days} days`
  print(`${what}: ${period}`)
}

async function report(services: CommandServices): Promise<void> {
  const toDay = (at: Date) => plainDateAt(at, services.settings.CLINIC_TIME_ZONE)
  let [guests, savedForms] = [0, 0]
  for await (const due of listDue(services)) {
    if (due.kind === 'guest') {
      guests += 1
      print(`Guest ${due.id}, last active on ${toDay(due.last_active)}`)
    } else {
      savedForms += 1
      print(
        `Saved form ${due.id} of appointment ${due.appointment_id}, last saved on ${toDay(due.saved)}`,
      )
    }
  }
  print(`Guests to anonymise: ${guests}`)
  print(`Saved forms to delete, besides theirs: ${savedForms}`)
  print('Nothing was changed.')
}

async function remove(services: CommandServices): Promise<void> {
  const never = new AbortController().signal
  const { guests, savedForms, skipped } = await runRetention(
    services,
    never,
    Number.POSITIVE_INFINITY,
  )
  print(`Guests anonymised: ${guests}`)
  print(`Saved forms deleted, besides theirs: ${savedForms}`)
  if (skipped > 0) print(`Left for the next run: ${skipped}`)
}

function readOptions(args: string[]): { isDryRun: boolean; help: boolean } {
  try {
    const { values } = parseArgs({
      args,
      options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
    })
    return { isDryRun: values['dry-run'] === true, help: values.help === true }
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
}
