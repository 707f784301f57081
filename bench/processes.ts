import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { send } from './measure.ts'

export type Running = { url: string; pid: number; stop: () => Promise<void> }

const LONGEST_STOP_MS = 30_000

const running = new Set<Running>()

/**
 * Runs a script on a free port (`PORT`) until it answers at `path`. It has stopped when whatever it
 * started in turn has, too: npm ends before the server that it runs.
 */
export async function runServer(
  command: string,
  args: string[],
  environment: Record<string, string>,
  path = '/healthz',
): Promise<Running> {
  const port = await freePort()
  const child = spawn(command, args, {
    // Whatever it starts has this pipe, and closes it by ending.
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      PORT: String(port),
      ...environment,
    },
  })
  child.stdout.resume()
  const closed = once(child, 'close')
  closed.catch(() => undefined)
  const url = `http://localhost:${port}`
  const server = {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      running.delete(server)
      child.kill('SIGTERM')
      const patience = wait(LONGEST_STOP_MS, true, { ref: false })
      if ((await Promise.race([closed, patience])) === true) {
        throw new Error(`${command} ${args.join(' ')} does not stop`)
      }
    },
  }
  running.add(server)
  await untilAnswered(child, url + path)
  return server
}

/** Stops whatever still runs. */
export async function stopServers(): Promise<void> {
  for (const server of running) await server.stop()
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  let fault: Error | undefined
  child.on('error', (error) => {
    fault = error
  })
  while (!fault && child.exitCode === null && child.signalCode === null) {
    const answer = await send(url).catch(() => null)
    if (answer?.status === 200) return
    await wait(20)
  }
  const how = fault?.message ?? child.exitCode ?? child.signalCode
  throw new Error(`The process ended with ${how} before it answered at ${url}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
