import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { demonstration } from '#demo/demonstration.ts'
import { createApp } from './app.ts'
import { boot } from './boot.ts'
import { createLiveChannels } from './live-channels.ts'
import { readSettings, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { BACKLOG, createWebServer } from './web/web-server.ts'

const DRAIN_MS = 10_000

const print = (message: string) => void process.stdout.write(`${message}\n`)

const interruption = new AbortController()
let stop = async (): Promise<void> => undefined
let stopping: Promise<void> | undefined

try {
  await run()
} catch (error) {
  // Ctrl-C also reaches child programs, whose failure may arrive first.
  await setImmediate()
  if (stopping) await stopping
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function run(): Promise<void> {
  const settings = readSettings(process.env)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)

  const demo = settings.demo ? demonstration : null
  const booting = boot(settings, demo, print, interruption.signal)
  stop = () =>
    booting.then(
      (booted) => booted.stop(),
      () => undefined,
    )
  const booted = await booting
  try {
    const server = await createWebServer(booted.services, createApp(booted.services), demo)
    const live = createLiveChannels(booted.services)
    server.on('upgrade', live.upgrade)
    await listen(server, settings)
    stop = async () => {
      await live.close()
      await drain(server)
      await booted.stop()
    }
    welcome(server, settings)
  } catch (error) {
    await booted.stop()
    throw error
  }
}

function onSignal(): void {
  if (stopping) return
  print('Stopping')
  interruption.abort()
  stopping = stop().then(() => process.exit(0))
}

function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(new StartError(`Port ${PORT} is taken: stop what uses it, or set PORT to another.`))
      } else if (error.code === 'EACCES') {
        reject(new StartError(`Port ${PORT} is not allowed here: set PORT to one above 1023.`))
      } else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        reject(new StartError(`HOST ${HOST} is no address of this machine: set another.`))
      } else reject(error)
    })
    server.listen({ port: PORT, host: HOST, backlog: BACKLOG }, resolve)
  })
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    // Idle connections would stay open for the next request.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(end)
      clearInterval(idle)
      resolve()
    })
  })
}

function welcome(server: Server, settings: Settings): void {
  const { port } = server.address() as AddressInfo
  const url = settings.PORT === 0 ? `http://localhost:${port}` : settings.publicUrl
  print(`\n${settings.PRODUCT_NAME} is ready: ${url}`)
  print(`Its API is described at ${url}/api/docs`)
  if (settings.demo) {
    for (const line of demonstration.welcome) print(line)
  }
  if (settings.demo && settings.SERVICES_KEY) {
    print(
      `Hidden services show at ${url}/services?key=${encodeURIComponent(settings.SERVICES_KEY)}`,
    )
  }
}
