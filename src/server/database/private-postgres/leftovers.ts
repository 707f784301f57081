import { execFileSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Greater than any system's process numbers, so nothing ever runs under it. */
const noProcess = '2147483647'

/**
 * Clears the way for a start on data that only this process may use: stops the server that an
 * earlier, killed Carelane left running, ends what a killed server left of itself, and disarms a
 * lock file whose process number now belongs to another program.
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
  for (const worker of workersOf(data)) signal(worker, 'SIGKILL')
  if (pid > 0 && signal(pid, 0)) {
    // Only the number: PostgreSQL still checks the shared memory that the other lines name.
    writeFileSync(lockFile, [noProcess, ...lines.slice(1)].join('\n'))
  }
}

/** Asks a server to stop and insists by degrees. Committed work is safe either way. */
export async function stopProcess(pid: number, runs: () => boolean): Promise<void> {
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

/** Whether the process is a PostgreSQL at work in this data directory, as opposed to a recycled number. */
function serves(pid: number, data: string): boolean {
  if (process.platform === 'linux') {
    return programOf(pid) === 'postgres' && directoryOf(pid) === realpathSync(data)
  }
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(data)
  } catch {
    return false
  }
}

/** Workers outlive a killed server until they next wait for something. Only Linux shows whose they are. */
function workersOf(data: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && serves(pid, data))
}

function programOf(pid: number): string | null {
  // A program whose file was replaced under it, as by an install, is shown as "… (deleted)".
  return linkOf(`/proc/${pid}/exe`, (target) => basename(target).replace(/ \(deleted\)$/, ''))
}

function directoryOf(pid: number): string | null {
  return linkOf(`/proc/${pid}/cwd`, (target) => target)
}

function linkOf(path: string, read: (target: string) => string): string | null {
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
