import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach } from 'vitest'
import { createDemoProvider } from '#demo/identity-provider/demo-provider.ts'
import { isForDemoProvider } from '#demo/identity-provider/provider-path.ts'
import { type ApiClient, createApiClient } from '#lib/api/client.ts'
import { createApp } from '#server/app.ts'
import { connect } from '#server/database/connection.ts'
import { folderStorage } from '#server/files/folder-storage.ts'
import { createRequestsUnderWay } from '#server/http/requests-under-way.ts'
import { createProviderClient } from '#server/identity/provider.ts'
import { createSessionFeed } from '#server/identity/session-feed.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLiveChannels, isLiveChannel } from '#server/live-channels.ts'
import { createFaultReports } from '#server/log/fault-reports.ts'
import { createLog } from '#server/log/log.ts'
import { builtInAddresses } from '#server/people/built-in-addresses.ts'
import { createProgressFeed } from '#server/progress/progress-feed.ts'
import { createScheduleFeed } from '#server/schedule/schedule-feed.ts'
import type { Services } from '#server/services.ts'
import { readSettings } from '#server/settings.ts'
import { BACKLOG } from '#server/web/web-server.ts'
import { CHEAP_PIN } from './cheap-pin.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type TestServer = {
  database: TestDatabase
  services: Services
  /** Address of the server, without a trailing slash. */
  url: string
  api: ApiClient
  /** Answers as over HTTP, without the cost of a connection. */
  answer: (url: string, init: RequestInit) => Promise<Response>
  stop: () => Promise<void>
}

type Options = {
  environment?: Record<string, string>
  services?: Partial<Services>
  poolSize?: number
  /** One to use instead of a new one; whoever made it drops it. */
  database?: TestDatabase
  /** Also the demonstration's identity provider, with the server's own address as PUBLIC_URL. */
  demoProvider?: boolean
  /** How often the live channel looks whether everybody is still there. */
  pingMs?: number
}

/** Whom a request comes from that comes over no connection. */
const from = ({ headers }: RequestInit) => ({
  socket: { remoteAddress: '127.0.0.1' },
  headers: Object.fromEntries(new Headers(headers)),
})

/** Settings for a test: no limits of rate, no log. */
export const testSettings = (environment: Record<string, string> = {}) =>
  readSettings({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...environment })

/** Has the server believe that it is this instant. */
export function setNow({ services }: TestServer, instant: string) {
  services.now = () => Date.parse(instant)
}

/** A server that stops after the tests of the file; each test finds its clock and settings as they were. */
export async function runTestServer(options: Options = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  const { now, settings } = server.services
  afterEach(() => void Object.assign(server.services, { now, settings }))
  afterAll(() => server.stop())
  return server
}

/**
 * The real API over real HTTP on a database of its own, as the role that serves. Routes read `services` with each request,
 * so a test may set its `now` and `settings`.
 */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase(options.poolSize))
  let answer: RequestListener = () => undefined
  const server = createServer(
    { shouldUpgradeCallback: isLiveChannel },
    (request, response) => void answer(request, response),
  )
  // On a busy machine a connection would be closed just as the test sends its next request on it.
  server.keepAliveTimeout = 0
  const waiting = { port: 0, host: '127.0.0.1', backlog: BACKLOG }
  await new Promise<void>((resolve) => server.listen(waiting, resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = testSettings({
    ...(options.demoProvider && { PUBLIC_URL: url }),
    ...options.environment,
  })
  const { url: ownerUrl, runtimeUrl = ownerUrl, poolSize = 3 } = database
  const db = connect(runtimeUrl, { poolSize, onError: () => undefined })
  const folder = join(tmpdir(), `carelane-files-${randomUUID()}`)
  const services: Services = {
    db,
    settings,
    log: createLog('silent'),
    faults: createFaultReports(settings, createLog('silent')),
    addresses: builtInAddresses(),
    files: folderStorage(folder),
    provider: createProviderClient(settings),
    live: createScheduleFeed(runtimeUrl, createLog('silent')),
    progress: createProgressFeed(db, runtimeUrl, createLog('silent')),
    sessions: createSessionFeed(runtimeUrl, createLog('silent')),
    jobs: createJobs(runtimeUrl, createLog('silent')),
    requests: createRequestsUnderWay(),
    mail: null,
    texts: null,
    pinCost: CHEAP_PIN,
    now: Date.now,
    ...options.services,
  }
  const live = createLiveChannels(services, options.pingMs ? { pingMs: options.pingMs } : {})
  server.on('upgrade', live.upgrade)
  const app = createApp(services)
  const api = getRequestListener(app.fetch)
  const identity = options.demoProvider ? await createDemoProvider(services) : null
  answer = (request, response) => {
    const path = request.url?.split('?')[0] ?? '/'
    if (identity && isForDemoProvider(path)) identity(request, response)
    else void api(request, response)
  }
  return {
    database,
    services,
    url,
    answer: async (address, init) =>
      identity && isForDemoProvider(new URL(address).pathname)
        ? await fetch(address, init)
        : await app.request(address, init, { incoming: from(init) }),
    api: createApiClient(`${url}/api`),
    stop: async () => {
      await live.close()
      await services.live.close()
      await services.progress.close()
      await services.sessions.close()
      await services.jobs.close()
      await services.faults.close()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
      await db.destroy()
      if (!options.database) await database.drop()
    },
  }
}
