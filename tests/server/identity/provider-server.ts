import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oidc from 'openid-client'
import type { Lifetimes } from '#demo/identity-provider/configuration.ts'
import { createDemoProvider } from '#demo/identity-provider/demo-provider.ts'
import type { Database } from '#server/database/connection.ts'
import { createFileStorage } from '#server/files/create-file-storage.ts'
import { createRequestsUnderWay } from '#server/http/requests-under-way.ts'
import { createProviderClient } from '#server/identity/provider.ts'
import { createSessionFeed } from '#server/identity/session-feed.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log/log.ts'
import { builtInAddresses } from '#server/people/built-in-addresses.ts'
import { createProgressFeed } from '#server/progress/progress-feed.ts'
import type { Services } from '#server/services.ts'
import { DEMO_CLIENT_ID } from '#server/settings.ts'
import { CHEAP_PIN } from '../cheap-pin.ts'
import { addPerson } from '../clinic-factory.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { testSettings } from '../test-server.ts'

type Options = {
  database: TestDatabase
  environment?: Record<string, string>
  lifetimes?: Lifetimes
  /** The one of a server that was stopped, else any that is free. */
  port?: number
  log?: Services['log']
}

export type ProviderServer = {
  url: string
  port: number
  stop: () => Promise<void>
}

/** A database of the test's own with the demonstration's people, and one more. */
export async function createDemoDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await addDemoPeople(database.db)
  return database
}

export async function addDemoPeople(db: Database): Promise<void> {
  await addPerson(db, {
    username: 'patient',
    first_name: 'Rosa',
    last_name: 'Whitfield',
    email: 'rosa@example.test',
    dob: '1983-04-05',
  })
  for (const username of ['regular', 'clinician', 'reception', 'admin', 'not-of-them']) {
    await addPerson(db, { username, email: `${username}@example.test` })
  }
}

/** The demonstration's identity provider alone, over real HTTP. */
export async function startProvider(options: Options): Promise<ProviderServer> {
  let answer: Parameters<typeof createServer>[1]
  const server = createServer((request, response) => answer?.(request, response as never))
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const settings = testSettings({ PUBLIC_URL: url, ...options.environment })
  answer = await createDemoProvider(
    {
      db: options.database.db,
      settings,
      log: options.log ?? createLog('silent'),
      faults: { report: () => undefined, close: async () => undefined },
      addresses: builtInAddresses(),
      files: createFileStorage(settings),
      provider: createProviderClient(settings),
      live: {
        announce: () => undefined,
        subscribe: () => () => undefined,
        close: async () => undefined,
      },
      progress: createProgressFeed(options.database.db, options.database.url, createLog('silent')),
      sessions: createSessionFeed(options.database.url, createLog('silent')),
      jobs: createJobs(options.database.url, createLog('silent')),
      requests: createRequestsUnderWay(),
      mail: null,
      texts: null,
      pinCost: CHEAP_PIN,
      now: Date.now,
    },
    { ...(options.lifetimes && { lifetimes: options.lifetimes }) },
  )
  return {
    url,
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** What a client of the provider does: begins a sign-in, and takes what came of it. */
export async function startClient(server: { url: string }) {
  const configuration = await oidc.discovery(
    new URL(`${server.url}/idp`),
    DEMO_CLIENT_ID,
    undefined,
    oidc.None(),
    { execute: [oidc.allowInsecureRequests] },
  )
  return {
    configuration,
    async begin(parameters: Record<string, string> = {}) {
      const verifier = oidc.randomPKCECodeVerifier()
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: `${server.url}/callback`,
        scope: 'openid profile email',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...parameters,
      })
      return {
        address: address.href,
        finish: (answer: URL) =>
          oidc.authorizationCodeGrant(configuration, answer, {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          }),
      }
    },
  }
}
