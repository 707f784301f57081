import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { briefFolder } from '../tests/server/brief-folder.ts'

const START_MS = 60_000
const STOP_MS = 15_000
const quietly = () => undefined

/** A PostgreSQL with an empty database, which can go away and come back at the same address. */
export async function startDatabase() {
  const dataDir = briefFolder('e2e')
  let running = await startPrivatePostgres({ dataDir, log: quietly })
  const { url, runtimeUrl } = running
  return {
    url,
    runtimeUrl,
    goAway: () => running.stop(),
    comeBack: async () => {
      running = await startPrivatePostgres({
        dataDir,
        log: quietly,
        port: Number(new URL(url).port),
      })
    },
    remove: async () => {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The product as `npm start` runs it, in a process of its own, with the demonstration's data.
 * @param environment settings of its own
 * @returns once it serves; `stop` ends it.
 */
export async function startServer({
  port,
  databaseUrl,
  environment = {},
}: {
  port: number
  databaseUrl: string
  environment?: Record<string, string>
}) {
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = () => stopped(server)
  try {
    await served(server, `http://localhost:${port}/healthz`)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://localhost:${port}`, stop }
}

async function served(server: ChildProcess, address: string): Promise<void> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error('The server does not answer.')
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
