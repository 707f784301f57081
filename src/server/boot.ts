import { sql } from 'kysely'
import { checkSession } from './database/check-session.ts'
import { connect, type Database } from './database/connection.ts'
import { isDatabaseAway } from './database/failures.ts'
import { migrateJobQueue } from './database/job-schema.ts'
import { migrate } from './database/migrate.ts'
import { orAborted } from './database/or-aborted.ts'
import { startPrivatePostgres } from './database/private-postgres.ts'
import { grantRuntimeRights, refuseOwnerAsRuntime } from './database/runtime-role.ts'
import type { Demonstration } from './demonstration.ts'
import { createFileStorage } from './files/create-file-storage.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createRequestsUnderWay } from './http/requests-under-way.ts'
import { PIN_COST } from './identity/pin.ts'
import { createProviderClient } from './identity/provider.ts'
import { createSessionFeed } from './identity/session-feed.ts'
import { createJobs } from './jobs/jobs.ts'
import { createFaultReports } from './log/fault-reports.ts'
import { createLog } from './log/log.ts'
import { createMailTransport } from './messages/mail-transport.ts'
import { createTextTransport } from './messages/text-transport.ts'
import { addressService } from './people/address-service.ts'
import { builtInAddresses } from './people/built-in-addresses.ts'
import { createProgressFeed } from './progress/progress-feed.ts'
import { createScheduleFeed } from './schedule/schedule-feed.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { sealOpenSecrets } from './webhooks/webhook-secret.ts'
import { startWork, startWorkWatch } from './work.ts'

const OLDEST_POSTGRES = 150_000

/**
 * Opens the database (a private one by default), migrates it, and seeds an empty demonstration.
 * @param demonstration null where there is none.
 * @param say tells the person who started the process.
 * @param signal aborts the start.
 * @returns also the address for the owning role.
 * @throws StartError in one sentence; the signal's reason once nothing runs any more.
 */
export async function boot(
  settings: Settings,
  demonstration: Demonstration | null,
  print: (message: string) => void,
  signal = new AbortController().signal,
): Promise<{ services: Services; ownerUrl: string; stop: () => Promise<void> }> {
  const log = createLog(settings.LOG_LEVEL)
  const faults = createFaultReports(settings, log)
  const own = settings.DATABASE_URL
    ? null
    : await startPrivatePostgres({ dataDir: settings.DATA_DIR, log: print, signal })
  const databaseUrl = settings.DATABASE_URL ?? own?.runtimeUrl ?? ''
  const ownerUrl = settings.DATABASE_OWNER_URL ?? own?.url
  const onError = (error: Error) => {
    if (!signal.aborted) log.warn({ err: error }, 'a database connection broke')
  }
  const db = connect(databaseUrl, { poolSize: settings.DATABASE_POOL_SIZE, onError })
  const live = createScheduleFeed(databaseUrl, log)
  const progress = createProgressFeed(db, databaseUrl, log)
  const sessions = createSessionFeed(databaseUrl, log)
  const jobs = createJobs(databaseUrl, log)
  const mail = createMailTransport(settings) ?? demonstration?.mailTransport(db) ?? null
  const texts = createTextTransport(settings) ?? demonstration?.textTransport(db) ?? null
  const close = async () => {
    await jobs.close()
    mail?.close()
    await live.close()
    await progress.close()
    await sessions.close()
    await db.destroy()
    await own?.stop()
    await faults.close()
  }
  const files = createFileStorage(settings)
  const owner = ownerUrl ? connect(ownerUrl, { poolSize: 1, onError }) : db
  try {
    await orAborted(prepare(db, owner, { settings, files, log }, demonstration, print), signal)
  } catch (error) {
    // The pool would wait for a statement, so it ends with its server.
    await (signal.aborted ? own?.stop() : close())
    throw error
  } finally {
    if (owner !== db && !signal.aborted) await owner.destroy()
  }
  const services: Services = {
    db,
    settings,
    log,
    faults,
    addresses:
      settings.ADDRESS_SERVICE_URL && settings.ADDRESS_SERVICE_KEY
        ? addressService(settings.ADDRESS_SERVICE_URL, settings.ADDRESS_SERVICE_KEY)
        : builtInAddresses(),
    files,
    provider: createProviderClient(settings),
    live,
    progress,
    sessions,
    jobs,
    requests: createRequestsUnderWay(),
    mail,
    texts,
    pinCost: PIN_COST,
    now: Date.now,
  }
  const stopHousekeeping = startHousekeeping(services, demonstration)
  const stopWork =
    settings.BACKGROUND_WORK === 'on' ? startBackgroundWork(services) : () => undefined
  let stopped: Promise<void> | undefined
  return {
    services,
    ownerUrl: ownerUrl ?? databaseUrl,
    stop: () => {
      stopHousekeeping()
      stopWork()
      stopped ??= close()
      return stopped
    },
  }
}

/** The queue takes long to load, and the first page comes before it. */
const WORK_AFTER_MS = 1_000

function startBackgroundWork(services: Services): () => void {
  // Pages and the API do without it.
  const start = setTimeout(() => void startWork(services), WORK_AFTER_MS)
  const stopWatch = startWorkWatch(services)
  return () => {
    clearTimeout(start)
    stopWatch()
  }
}

async function prepare(
  db: Database,
  owner: Database,
  { settings, files, log }: Pick<Services, 'settings' | 'files' | 'log'>,
  demonstration: Demonstration | null,
  print: (message: string) => void,
) {
  await checkDatabase(db).catch(explain('DATABASE_URL'))
  const ownerSetting = owner === db ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  if (owner !== db) {
    await checkDatabase(owner).catch(explain(ownerSetting))
    await refuseOwnerAsRuntime(db, owner).catch(explain(ownerSetting))
  }
  await bringUpToDate(owner, print).catch(explain(ownerSetting))
  if (owner !== db) await grantRuntimeRights(db, owner).catch(explain(ownerSetting))
  await sealOpenSecrets(db, settings)
  const isSeeded = await demonstration
    ?.seed({ db, files, settings, log })
    .catch(explain('DATABASE_URL'))
  if (isSeeded) print('Put in the data of the demonstration')
}

async function checkDatabase(db: Database): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(db)
  if ((rows[0]?.version ?? 0) < OLDEST_POSTGRES) {
    throw new StartError('DATABASE_URL: expected PostgreSQL 15 or newer.')
  }
  await checkSession(db)
}

async function bringUpToDate(owner: Database, print: (message: string) => void): Promise<void> {
  const applied = await migrate(owner)
  await migrateJobQueue(owner)
  if (applied.length > 0) print(`The database schema is up to date (${applied.length} new)`)
}

const explain =
  (setting: 'DATABASE_URL' | 'DATABASE_OWNER_URL') =>
  (error: unknown): never => {
    if (error instanceof StartError || !(error instanceof Error)) throw error
    const code = (error as { code?: unknown }).code
    if (code === '28P01' || code === '28000') {
      throw new StartError(`${setting}: the database refused this user or password.`)
    }
    if (code === '3D000') throw new StartError(`${setting}: there is no database of this name.`)
    if (code === '42501') {
      throw new StartError(
        `${setting}: this role may not bring the schema up to date (${error.message}): set DATABASE_OWNER_URL to the role that owns the tables.`,
      )
    }
    if (isDatabaseAway(error)) {
      throw new StartError(
        `The database cannot be reached: check that it runs and that ${setting} is right.`,
      )
    }
    throw error
  }
