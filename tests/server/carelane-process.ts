import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { eventually } from '../eventually.ts'
import { briefFolder } from './brief-folder.ts'

const checkout = resolve(import.meta.dirname, '../..')

export type CarelaneProcess = {
  url: string
  child: ChildProcess
  /** Everything it wrote so far. */
  output: { stdout: string; stderr: string }
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export type Installation = {
  dataDir: string
  start: (environment?: Record<string, string>) => CarelaneProcess
  /** Starts it and waits until it answers. */
  startReady: (environment?: Record<string, string>) => Promise<CarelaneProcess>
  /** Process id of the private PostgreSQL. */
  postmaster: () => number
  /** Address of the private PostgreSQL's database. */
  databaseUrl: () => string
  /** Ends whatever still runs and removes the files. */
  remove: () => Promise<void>
}

/** For a process of whose data nothing is asked: it signs people in elsewhere, and makes up none. */
export const WITHOUT_DEMONSTRATION = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'carelane',
}

/**
 * The real program in a folder of its own, with its own data and port. Its pages are a stand-in, so
 * that no build is needed.
 */
export async function installCarelane(): Promise<Installation> {
  const folder = briefFolder('process')
  chmodSync(folder, 0o755)
  for (const part of ['src', 'package.json']) {
    cpSync(join(checkout, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist/client'), { recursive: true })
  mkdirSync(join(folder, 'dist/server'))
  writeFileSync(
    join(folder, 'dist/server/entry.mjs'),
    "export const handler = (_, response) => response.end('a page')",
  )
  const port = await freePort()
  const dataDir = join(folder, 'data')
  const started: CarelaneProcess[] = []

  const start = (environment: Record<string, string> = {}): CarelaneProcess => {
    const child = spawn(process.execPath, [join(folder, 'src/server/main.ts')], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (text) => {
      output.stdout += text
    })
    child.stderr.on('data', (text) => {
      output.stderr += text
    })
    const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | string)
    const carelane = {
      url: `http://127.0.0.1:${environment['PORT'] ?? port}`,
      child,
      output,
      ended,
    }
    started.push(carelane)
    return carelane
  }

  const pidFile = () =>
    readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return {
    dataDir,
    start,
    async startReady(environment) {
      const carelane = start(environment)
      await answers(carelane)
      return carelane
    },
    postmaster: () => Number(pidFile()[0]),
    databaseUrl: () => {
      const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
      return `postgresql://carelane:${password}@127.0.0.1:${pidFile()[3]}/carelane`
    },
    async remove() {
      for (const { child, ended } of started) {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the process says that it can serve. */
export async function answers({ url, child, output, ended }: CarelaneProcess): Promise<void> {
  const healthy = eventually(
    async () => {
      if (child.exitCode !== null) return
      const response = await fetch(`${url}/healthz/ready`)
      await response.text()
      if (!response.ok) throw new Error(`health: ${response.status}`)
    },
    { timeout: 240_000, interval: 50 },
  )
  const gone = ended.then((how) => {
    throw new Error(`it ended with ${how}: ${output.stderr}`)
  })
  await Promise.race([healthy, gone])
}

/** Sends a signal to PostgreSQL and every process it made. */
export function signalWithChildren(pid: number, signal: NodeJS.Signals): void {
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child ?? 0)
  for (const victim of [pid, ...children]) {
    try {
      process.kill(victim, signal)
    } catch {
      // It is gone already.
    }
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  return typeof address === 'object' && address ? address.port : 0
}
