import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause, setTimeout as wait } from 'node:timers/promises'
import { orAborted } from '#server/database/or-aborted.ts'
import { StartError } from '#server/start-error.ts'

import {
  createDatabase,
  type Passwords,
  roleAndDatabase,
  runtimeRole,
} from './private-postgres/create-database.ts'
import {
  type Binaries,
  type DataHome,
  findBinaries,
  findHome,
  recordHome,
  unprivilegedUser,
} from './private-postgres/data-home.ts'
import { clearLeftovers, type Postmaster, runPostmaster } from './private-postgres/postmaster.ts'

const sqliteBusy = 5

/** Somebody may start Carelane while it is still stopping (milliseconds). */
const patience = 5_000

/**
 * Claims a directory for this process and returns the release. Uses SQLite's file locks, because
 * Node has none: the kernel drops them with the process, and containers that share the folder see
 * them.
 * @throws StartError naming the process that holds it; an `AbortError` with the signal.
 */
async function lockDirectory(
  directory: string,
  log: (message: string) => void,
  signal: AbortSignal,
): Promise<() => void> {
  const ownerFile = join(directory, 'postgres.owner')
  const until = performance.now() + patience
  let lock = tryToLock(directory, ownerFile)
  if (!lock) log(`Waiting for process ${readOwner(ownerFile)} to stop using ${directory}`)
  while (!lock && performance.now() < until) {
    await wait(50, undefined, { signal })
    lock = tryToLock(directory, ownerFile)
  }
  if (lock) return () => lock.close()
  throw new StartError(
    `Another Carelane (process ${readOwner(ownerFile)}) is already using ${directory}: stop it, or set DATA_DIR to another folder.`,
  )
}

function tryToLock(directory: string, ownerFile: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(directory, 'postgres.lock'))
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    writeFileSync(ownerFile, `${process.pid}\n`)
    return lock
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return
    throw new StartError(
      `Carelane cannot write to ${directory} (${error instanceof Error ? error.message : error}): give this user the right to, or set DATA_DIR to a folder of its own.`,
    )
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}

type Log = (message: string) => void

/** These causes pass: remains of a killed server, a port taken first. */
const passingCause = /shared memory|lock file|TCP\/IP/
const patienceMs = 10_000
const longestPauseMs = 5_000
/** Recovery after a power cut may take a while, and silence looks like a fault. */
const slowMs = 5_000

/**
 * Starts the PostgreSQL that Carelane ships, with its data in `<dataDir>/postgres`, and restarts it
 * on the same port when it dies. It listens on 127.0.0.1 only and wants passwords from files that
 * only their owner can read. It stops with `stop()` or with this process.
 * @param options.port by default a free one.
 * @param options.systemDir for data and programs when PostgreSQL's account cannot enter the
 *   checkout.
 * @param options.signal stops the start and what runs by then.
 * @returns addresses for the owning and the serving role.
 * @throws StartError in one sentence that says what to do; the signal's reason.
 */
export async function startPrivatePostgres(options: {
  dataDir: string
  log: Log
  port?: number
  systemDir?: string
  signal?: AbortSignal
}): Promise<{ url: string; runtimeUrl: string; stop(): Promise<void> }> {
  if (process.platform === 'win32') {
    throw new StartError(
      'Carelane brings a PostgreSQL for Linux and macOS only: set DATABASE_URL to a PostgreSQL 15 or newer, or run Carelane in WSL.',
    )
  }
  const { log, systemDir = '/var/lib/carelane', signal = new AbortController().signal } = options
  const dataDir = resolve(options.dataDir)
  const user = unprivilegedUser()
  makeDataDir(dataDir)
  const locks = [await lockDirectory(dataDir, log, signal)]
  const release = () => {
    for (const unlock of locks) unlock()
  }
  try {
    const binaries = findBinaries(user, systemDir)
    const home = findHome(dataDir, user, binaries.version.split('.')[0] ?? '', systemDir)
    if (home.directory !== dataDir) locks.push(await lockDirectory(home.directory, log, signal))
    if (!existsSync(join(home.data, 'PG_VERSION'))) log(`Making a new database in ${home.data}`)
    await orAborted(clearLeftovers(home.data, log), signal)
    const passwords = await createDatabase(home, binaries, signal)
    recordHome(dataDir, home)
    const { url, postmaster } = await firstStart(home, binaries, passwords, { ...options, signal })
    log(`PostgreSQL ${binaries.version} runs on ${new URL(url).host}, its data is in ${home.data}`)
    const keeper = superviseDatabase(postmaster, home, binaries, url, log)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= keeper.stop().finally(release)
      return stopped
    }
    const runtimeUrl = addressFor(runtimeRole, passwords.runtime, new URL(url).port)
    return { url, runtimeUrl, stop }
  } catch (error) {
    release()
    throw error
  }
}

function makeDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return
  try {
    mkdirSync(dirname(dataDir), { recursive: true })
    mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    throw new StartError(
      `The folder ${dataDir} cannot be made (${error instanceof Error ? error.message : error}): set DATA_DIR to a folder that this user may write to.`,
    )
  }
}

async function firstStart(
  home: DataHome,
  binaries: Binaries,
  passwords: Passwords,
  options: { log: Log; port?: number; signal: AbortSignal },
): Promise<{ url: string; postmaster: Postmaster }> {
  const end = Date.now() + patienceMs
  for (;;) {
    options.signal.throwIfAborted()
    const port = options.port ?? (await freePort())
    const url = addressFor(roleAndDatabase, passwords.owner, port)
    const postmaster = runPostmaster(home, binaries, url)
    const slow = setInterval(() => options.log('Still waiting for PostgreSQL to start'), slowMs)
    try {
      await orAborted(postmaster.answers(), options.signal)
      return { url, postmaster }
    } catch (error) {
      await postmaster.stop()
      options.signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      const passes = passingCause.test(reason) && options.port === undefined
      if (!passes || Date.now() > end) {
        throw new StartError(
          `PostgreSQL does not start (${reason}): ${join(home.directory, 'postgres.log')} says more, or set DATABASE_URL to another PostgreSQL.`,
        )
      }
      await clearLeftovers(home.data, options.log)
      await pause(200)
    } finally {
      clearInterval(slow)
    }
  }
}

const addressFor = (role: string, password: string, port: number | string) =>
  `postgresql://${role}:${password}@127.0.0.1:${port}/${roleAndDatabase}`

/** Pauses grow while restarting fails. */
function superviseDatabase(
  first: Postmaster,
  home: DataHome,
  binaries: Binaries,
  url: string,
  log: Log,
): { stop(): Promise<void> } {
  let current = first
  let stopping = false
  const watchOver = async () => {
    for (let pauseMs = 50; ; ) {
      const how = await current.ended
      if (stopping) return
      log(`PostgreSQL ended unexpectedly (${how}): starting it again`)
      try {
        await clearLeftovers(home.data, log)
        if (stopping) return
        current = runPostmaster(home, binaries, url)
        await current.answers()
        log('PostgreSQL runs again')
        pauseMs = 50
      } catch (error) {
        if (stopping) return
        log(`PostgreSQL does not start: ${error instanceof Error ? error.message : error}`)
        await pause(pauseMs, undefined, { ref: false })
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      }
    }
  }
  const watching = watchOver()
  return {
    async stop() {
      stopping = true
      await current.stop()
      await watching
    },
  }
}

/** Below the ports of outgoing connections (from 32768 on Linux), which could take it meanwhile. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    const free = await new Promise<boolean>((done) => {
      const probe = createServer()
      probe.on('error', () => done(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
    })
    if (free) return port
  }
}
