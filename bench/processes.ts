import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { send } from './measure.ts'

export type Running = { url: string; stop: () => Promise<void> }

/** Runs a script on a free port (`PORT`) until it answers at `path`. */
export async function runServer(
  command: string,
  args: string[],
  environment: Record<string, string>,
  path = '/healthz',
): Promise<Running> {
  const port = await freePort()
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      ...environment,
    },
  })
  const url = `http://localhost:${port}`
  await untilAnswered(child, url + path)
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await send(url).catch(() => null)
    if (answer?.status === 200) return
    await wait(20)
  }
  throw new Error(`The process ended with ${child.exitCode} before it answered at ${url}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
