import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { errors } from 'oidc-provider'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#server/database/failures.ts'
import type { Services } from '#server/services.ts'
import { DEMO_PROVIDER_PATH } from '#server/settings.ts'
import { type Lifetimes, providerConfiguration } from './configuration.ts'
import { explainFailure } from './failures.ts'
import type { Context, Middleware } from './middleware.ts'
import { readProviderSecrets } from './secrets.ts'
import {
  handingOnPage,
  messagePage,
  STYLE_PATH,
  SUBMIT_PATH,
  SUBMIT_SCRIPT,
  signInPages,
} from './sign-in-pages.ts'

const ASSET_SECONDS = 3600

type Handler = (request: IncomingMessage, response: ServerResponse) => void

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

const RETRY_SECONDS = 5

function everyAnswer({ settings, log }: Services): Middleware {
  const { publicUrl, PRODUCT_NAME: product } = settings
  const { origin } = new URL(publicUrl)
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    // A sign-in ends with a redirect to the site, which counts as where the form goes.
    `form-action 'self' ${origin}`,
    "frame-ancestors 'none'",
    "img-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ].join('; ')
  return async (context, next) => {
    context.set('Content-Security-Policy', policy)
    context.set('X-Request-Id', randomUUID())
    try {
      // No name or code has a NUL in it, and PostgreSQL keeps none.
      if (context.querystring.includes('%00')) throw new errors.InvalidRequest('a NUL')
      await next()
    } catch (error) {
      const { status, ...message } = explainFailure(error, product)
      if (status >= 500) logFailure(log, context, error)
      context.status = status
      context.type = 'html'
      context.body = await messagePage(product, message)
      if (isDatabaseUnavailable(error)) sendUnavailable(context)
    }
    if (context.status === 404 && !context.body) {
      context.body = await messagePage(product, {
        title: 'Page not found',
        paragraphs: ['There is nothing at this address.'],
      })
      context.status = 404
    }
    await dressForm(context, product)
    if (context.get('Origin') !== origin) forbidOtherOrigins(context)
  }
}

const ROUTE = /^\/(auth|interaction|jwks|me|session|token|\.well-known)\b/

/** Names the request by its route, because the caller wrote the rest of the path. */
function logFailure(log: Logger, context: Context, error: unknown): void {
  const { method, path } = context
  const requestId = context.response.get('X-Request-Id')
  const route = `${DEMO_PROVIDER_PATH}/${ROUTE.exec(path)?.[1] ?? '*'}`
  log.error(
    { requestId, method, route, err: error },
    'the demonstration’s identity provider failed',
  )
}

function sendUnavailable(context: Context): void {
  const { body } = context
  context.status = 503
  context.set('Retry-After', String(RETRY_SECONDS))
  if (typeof body === 'object' && body !== null && 'error' in body) {
    context.body = {
      error: 'temporarily_unavailable',
      error_description: 'The database cannot be reached. Try again soon.',
    }
  }
}

async function dressForm(context: Context, product: string): Promise<void> {
  if (typeof context.body !== 'string' || !context.body.includes('<noscript>')) return
  const form = /<form.*<\/form>/s.exec(context.body)?.[0]
  if (!form) return
  const { status } = context
  context.body = await handingOnPage(
    product,
    form.replace(
      /<noscript>.*<\/noscript>/s,
      '<button class="button" data-submit>Continue</button>',
    ),
  )
  context.status = status
}

/** Its description and public keys would be readable by every site; scripts of ours alone need them. */
function forbidOtherOrigins(context: Context): void {
  for (const name of context.res.getHeaderNames()) {
    if (name.startsWith('access-control-')) context.remove(name)
  }
}
