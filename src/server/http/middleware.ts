import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { isDecodable } from './request-address.ts'
import {
  type AppContext,
  type AppEnvironment,
  countedSource,
  isFromElsewhere,
  loggedRequest,
  sourceAddress,
} from './request-context.ts'

const decodableAddress: MiddlewareHandler<AppEnvironment> = async (context, next) => {
  const [address = ''] = context.req.url.split('?')
  if (!isDecodable(address)) throw invalid({ non_field_errors: ['This address is not valid.'] })
  await next()
}

type Middleware = MiddlewareHandler<AppEnvironment>

/** Callers cannot choose the name, because they could pass for another request. */
export const requestIds: Middleware = async (context, next) => {
  const id = randomUUID()
  context.set('requestId', id)
  context.header('X-Request-Id', id)
  await next()
}

/** What every call passes, in this order. */
export const apiMiddleware = ({ settings, log }: Services): Middleware[] => [
  requestLog(log),
  answerHeaders,
  decodableAddress,
  sameOrigin(settings),
  rateLimits(settings),
]

/**
 * Logs the route rather than the address, which can name people. Refused people are logged by id.
 */
function requestLog(log: Logger): Middleware {
  return async (context, next) => {
    const started = performance.now()
    await next()
    const { status } = context.res
    const personId = context.get('personId')
    log.info({
      ...loggedRequest(context),
      status,
      ...(status === 403 && personId !== undefined && { personId }),
      ms: Math.round(performance.now() - started),
    })
  }
}

const answerHeaders: Middleware = async (context, next) => {
  // Set ahead, because touching a finished answer makes the adapter build it again.
  context.header('Cache-Control', 'no-store')
  context.header('X-Robots-Tag', 'noindex')
  context.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  await next()
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Unsafe requests come from our own pages: scripts cannot forge what browsers say about that. */
function sameOrigin(settings: Settings): Middleware {
  const own = new URL(settings.publicUrl).origin
  return async (context, next) => {
    if (!SAFE_METHODS.has(context.req.method)) {
      const site = context.req.header('Sec-Fetch-Site')
      const origin = context.req.header('Origin')
      const foreign =
        isFromElsewhere(site) ||
        (origin !== undefined && origin !== own && origin !== requestOrigin(context))
      if (foreign) throw new Refusal('not_allowed', 'This request came from another site.')
    }
    await next()
  }
}

// Under another name (an IP address, a second host) the page's own origin is as good.
function requestOrigin(context: AppContext): string {
  const { protocol, host } = new URL(context.req.url)
  return `${protocol}//${host}`
}

/** Requests a minute from one source. A page makes up to three of its own. */
const LIMITS = { read: 1_800, write: 60, lookup: 240, times: 600, signIn: 30, hold: 20 }

/** Counts are kept per process (docs/decisions/0005). */
function rateLimits(settings: Settings): Middleware {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([kind, points]) => [
      kind,
      new RateLimiterMemory({ points, duration: 60 }),
    ]),
  ) as Record<keyof typeof LIMITS, RateLimiterMemory>
  return async (context, next) => {
    const source = sourceAddress(context, settings.TRUSTED_PROXIES)
    if (settings.RATE_LIMITS === 'on' && source !== null) {
      await limiters[limitKind(context)]
        .consume(countedSource(source))
        .catch((refused: { msBeforeNext?: number }) => {
          throw new Refusal(
            'too_many_requests',
            'Too many requests. Wait a moment and try again.',
            {
              retryAfter: Math.ceil((refused.msBeforeNext ?? 60_000) / 1000),
            },
          )
        })
    }
    await next()
  }
}

const isHold = ({ req }: AppContext) =>
  req.method === 'POST' && /^\/api\/\w+\/slot-holds\b/.test(req.path)

function limitKind(context: AppContext): keyof typeof LIMITS {
  if (!SAFE_METHODS.has(context.req.method)) return isHold(context) ? 'hold' : 'write'
  if (context.req.path.startsWith('/api/private/login-callback')) return 'signIn'
  if (context.req.path.startsWith('/api/public/next-available')) return 'times'
  return context.req.path.startsWith('/api/public/addresses/') ? 'lookup' : 'read'
}
