import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseClient } from '#server/database/database-client.ts'
import { StartError } from '#server/start-error.ts'
import { plainEnvironment, roleAndDatabase } from './create-database.ts'
import type { Binaries, DataHome } from './data-home.ts'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The caller reports refused statements; their text may be personal.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const startingUp = '57P03'
const databaseMissing = '3D000'
const wrongPassword = '28P01'

const logLimitBytes = 1_000_000

export interface Postmaster {
  ended: Promise<string>
  answers(): Promise<void>
  stop(): Promise<void>
}

/** In a session of its own, so that Ctrl-C does not reach it; a watchdog stops it instead. */
export function runPostmaster(home: DataHome, binaries: Binaries, url: string): Postmaster {
  const logFile = join(home.directory, 'postgres.log')
  const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const appendsLog = logStart < logLimitBytes
  const output = openSync(logFile, appendsLog ? 'a' : 'w', 0o600)
  const all = { ...settings, port: new URL(url).port }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(binaries.postgres, ['-D', home.data, ...flags], {
    ...home.user,
    cwd: '/',
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  server.unref()
  const dismissWatchdog = watch(server)
  let running = true
  const ended = new Promise<string>((done) => {
    server.on('error', (error) => done(error.message))
    server.on('exit', (code, signal) => done(signal ?? `exit code ${code}`))
  }).finally(() => {
    running = false
    dismissWatchdog()
  })

  return {
    ended,
    async answers() {
      while (!(await answersNow(url))) {
        if (running) await pause(20)
        else
          throw new StartError(readLastLines(logFile, appendsLog ? logStart : 0) ?? (await ended))
      }
    },
    async stop() {
      server.ref()
      if (running && server.pid) await stopProcess(server.pid, () => running)
      await ended
    },
  }
}

/** Its input ends with this process; a line on it dismisses it. */
function watch(server: ChildProcess): () => void {
  if (!server.pid) return () => {}
  const script = 'read -r dismissed || kill -INT "$0"'
  const watchdog = spawn('/bin/sh', ['-c', script, String(server.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => {})
  watchdog.stdin.on('error', () => {})
  watchdog.unref()
  if ('unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function') {
    watchdog.stdin.unref()
  }
  return () => watchdog.stdin.end('\n')
}

async function answersNow(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => {})
    return true
  } catch (error) {
    // Not listening yet, or gone: the caller sees which.
    if (!(error instanceof pg.DatabaseError)) return false
    if (error.code === startingUp) return false
    if (error.code === wrongPassword) {
      throw new StartError('the password in postgres.password is not its own: delete that file')
    }
    if (error.code !== databaseMissing) throw error
    await makeDatabase(url)
    return false
  }
}

async function makeDatabase(url: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  await withClient(maintenance.href, async (client) => {
    await client.query(`CREATE DATABASE ${roleAndDatabase}`)
  })
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new DatabaseClient({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}

function readLastLines(logFile: string, from: number): string | null {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').split('\n')
  const fatal = lines
    .filter((line) => /FATAL|PANIC|error while loading|not found/.test(line))
    .at(-1)
  return fatal?.replace(/^.*?(FATAL|PANIC): +/, '') ?? null
}

/** It is greater than any process number. */
const noProcess = '2147483647'

/**
 * Stops a server that a killed Carelane left running, removes its remains, and disarms a lock file
 * whose process number belongs to another program.
 */
export async function clearLeftovers(data: string, log: (message: string) => void): Promise<void> {
  if (!existsSync(data)) return
  const lockFile = join(data, 'postmaster.pid')
  const lines = existsSync(lockFile) ? readFileSync(lockFile, 'utf8').split('\n') : []
  const pid = Number(lines[0])
  if (pid > 0 && serves(pid, data)) {
    log(`Stopping the PostgreSQL (process ${pid}) that an earlier Carelane left behind`)
    await stopProcess(pid, () => serves(pid, data))
    return
  }
  for (const worker of findWorkers(data)) signal(worker, 'SIGKILL')
  if (pid > 0 && signal(pid, 0)) {
    // Replaces only the number, because PostgreSQL still checks the shared memory of the other
    // lines.
    writeFileSync(lockFile, [noProcess, ...lines.slice(1)].join('\n'))
  }
}

/** Insists by degrees. Committed work is safe. */
async function stopProcess(pid: number, runs: () => boolean): Promise<void> {
  for (const [how, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    signal(pid, how)
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(10)) {
      if (!runs()) return
    }
  }
}

/** Says whether the process number has not been recycled. */
function serves(pid: number, data: string): boolean {
  if (process.platform === 'linux') {
    return findProgram(pid) === 'postgres' && findDirectory(pid) === realpathSync(data)
  }
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(data)
  } catch {
    return false
  }
}

/** Workers outlive a killed server. Only Linux shows whose they are. */
function findWorkers(data: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && serves(pid, data))
}

function findProgram(pid: number): string | null {
  // Linux marks a replaced program as "… (deleted)".
  return readLink(`/proc/${pid}/exe`, (target) => basename(target).replace(/ \(deleted\)$/, ''))
}

function findDirectory(pid: number): string | null {
  return readLink(`/proc/${pid}/cwd`, (target) => target)
}

function readLink(path: string, read: (target: string) => string): string | null {
  try {
    return read(readlinkSync(path))
  } catch {
    return null
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
