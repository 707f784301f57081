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
