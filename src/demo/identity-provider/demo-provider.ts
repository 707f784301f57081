import type { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { isDatabaseUnavailable } from '#server/database/failures.ts'
import type { Services } from '#server/services.ts'
import { DEMO_PROVIDER_PATH } from '#server/settings.ts'
import { type Lifetimes, providerConfiguration } from './configuration.ts'
import { everyAnswer, logFailure, sendUnavailable } from './every-answer.ts'
import type { Middleware } from './middleware.ts'
import { STYLE_PATH, SUBMIT_PATH, SUBMIT_SCRIPT } from './pages.ts'
import { readProviderSecrets } from './secrets.ts'
import { signInPages } from './sign-in-pages.ts'

const ASSET_SECONDS = 3600

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export const isForDemoProvider = (path: string) =>
  path === DEMO_PROVIDER_PATH || path.startsWith(`${DEMO_PROVIDER_PATH}/`)

/**
 * Serves OpenID Connect at `{publicUrl}/idp` for one client, with our own pages and five made-up
 * people. Its addresses come from `publicUrl` alone, never from a request, so that no proxy has to
 * be trusted. Keys, sessions and tokens are in the database, for all instances and across restarts.
 * @param lifetimes seconds, where a test needs others.
 * @returns answers the requests that `isForDemoProvider` names.
 */
export async function createDemoProvider(
  services: Services,
  { lifetimes = {} }: { lifetimes?: Lifetimes } = {},
): Promise<Handler> {
  const { db, settings, log } = services
  const { protocol, host } = new URL(settings.publicUrl)
  const provider = new Provider(
    settings.publicUrl + DEMO_PROVIDER_PATH,
    providerConfiguration(services, await readProviderSecrets(db), lifetimes),
  )
  Object.defineProperties(provider.request, {
    protocol: { value: protocol.slice(0, -1) },
    host: { value: host },
  })
  provider.use(everyAnswer(services))
  provider.use(await assets())
  provider.use(signInPages(provider, services))
  provider.on('server_error', (context, error) => {
    logFailure(log, context, error)
    if (isDatabaseUnavailable(error)) sendUnavailable(context)
  })
  const koa: EventEmitter = provider
  koa.on('error', (error) => log.warn({ err: error }, 'an answer did not get through'))

  const handle = provider.callback()
  return (request, response) => {
    const address = request.url ?? DEMO_PROVIDER_PATH
    const rest = address.slice(DEMO_PROVIDER_PATH.length)
    // oidc-provider finds out by the difference where it is mounted.
    Object.assign(request, { originalUrl: address, url: rest.startsWith('/') ? rest : `/${rest}` })
    void handle(request, response)
  }
}

async function assets(): Promise<Middleware> {
  const style = await readFile(new URL('./pages.css', import.meta.url), 'utf8')
  const files = new Map([
    [STYLE_PATH, { type: 'css', text: style }],
    [SUBMIT_PATH, { type: 'js', text: SUBMIT_SCRIPT }],
  ])
  return async (context, next) => {
    const file = files.get(DEMO_PROVIDER_PATH + context.path)
    if (!file || !['GET', 'HEAD'].includes(context.method)) return await next()
    context.set('Cache-Control', `public, max-age=${ASSET_SECONDS}`)
    context.type = file.type
    context.body = file.text
  }
}
