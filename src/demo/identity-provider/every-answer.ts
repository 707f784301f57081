import { randomUUID } from 'node:crypto'
import { errors } from 'oidc-provider'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#server/database/failures.ts'
import type { Services } from '#server/services.ts'
import { DEMO_PROVIDER_PATH } from '#server/settings.ts'
import { explainFailure } from './failures.ts'
import type { Context, Middleware } from './middleware.ts'
import { handingOnPage, messagePage } from './pages.ts'

const RETRY_SECONDS = 5

export function everyAnswer({ settings, log }: Services): Middleware {
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
export function logFailure(log: Logger, context: Context, error: unknown): void {
  const { method, path } = context
  const requestId = context.response.get('X-Request-Id')
  const route = `${DEMO_PROVIDER_PATH}/${ROUTE.exec(path)?.[1] ?? '*'}`
  log.error(
    { requestId, method, route, err: error },
    'the demonstration’s identity provider failed',
  )
}

export function sendUnavailable(context: Context): void {
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
