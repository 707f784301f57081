import type { EventEmitter } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Services } from '../services.ts'
import { countedSource, incomingSource } from './request-context.ts'

type ConnectionLimits = {
  perSource: number
  total: number
  headersMs: number
  bodyMs: number
  slowestBytesPerSecond: number
  longestBodyMs: number
  /** While the server waits for the caller. */
  idleMs: number
  checkEveryMs: number
}

/** An office shares one address: fifty people with six connections and two live channels each. */
const LIMITS: ConnectionLimits = {
  perSource: 500,
  total: 10_000,
  headersMs: 20_000,
  bodyMs: 60_000,
  slowestBytesPerSecond: 16 * 1024,
  longestBodyMs: 15 * 60_000,
  idleMs: 60_000,
  checkEveryMs: 5_000,
}

const MOST_HEADERS = 100
const RETRY_SECONDS = 5
const LOG_EVERY_MS = 60_000

/**
 * Nobody can hold connections for nothing: heads and bodies must come in time, answers must be
 * taken, and one source has so many connections (docs/decisions/0005). `RATE_LIMITS=off` lifts only
 * the limit of one source.
 */
export function createLimitedServer(
  { settings, log }: Pick<Services, 'settings' | 'log'>,
  options: ServerOptions,
  listener: RequestListener,
  limits: ConnectionLimits = LIMITS,
): Server {
  const { TRUSTED_PROXIES, RATE_LIMITS } = settings
  const isBehindProxy = TRUSTED_PROXIES > 0
  const open = new Map<string, number>()
  let refused = 0

  function noteRefused(): void {
    refused += 1
    if (refused > 1) return
    setTimeout(() => {
      log.warn({ refused }, 'sources with too many connections were refused')
      refused = 0
    }, LOG_EVERY_MS).unref()
  }

  function count(address: string | null, until: EventEmitter): boolean {
    if (address === null || RATE_LIMITS === 'off') return true
    const source = countedSource(address)
    const now = open.get(source) ?? 0
    if (now >= limits.perSource) {
      noteRefused()
      return false
    }
    open.set(source, now + 1)
    until.once('close', () => {
      const left = (open.get(source) ?? 1) - 1
      if (left > 0) open.set(source, left)
      else open.delete(source)
    })
    return true
  }

  const server = createServer(
    {
      ...options,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.longestBodyMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    (request, response) => {
      watch(request, response, limits)
      const isTooMany = isBehindProxy && !count(incomingSource(request, TRUSTED_PROXIES), response)
      if (isTooMany) refuse(response)
      else listener(request, response)
    },
  )
  server.maxConnections = limits.total
  server.maxHeadersCount = MOST_HEADERS
  if (isBehindProxy) {
    server.prependListener('upgrade', (request, socket) => {
      if (!count(incomingSource(request, TRUSTED_PROXIES), socket)) socket.destroy()
    })
  } else {
    server.prependListener('connection', (socket) => {
      if (!count(socket.remoteAddress ?? null, socket)) socket.destroy()
    })
  }
  return server
}

/** Ends an exchange whose caller is too slow; the server may take long. */
function watch(request: IncomingMessage, response: ServerResponse, limits: ConnectionLimits): void {
  const { socket, headers } = request
  const waitsForCaller = () => !request.complete || response.headersSent
  response.on('timeout', () => {
    if (waitsForCaller()) socket.destroy()
  })
  response.setTimeout(limits.idleMs)
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding']
  if (!hasBody) return
  const announced = Number(headers['content-length'] ?? 0)
  const late = setTimeout(
    () => {
      if (!request.complete) socket.destroy()
    },
    limits.bodyMs + (announced / limits.slowestBytesPerSecond) * 1000,
  )
  response.once('close', () => clearTimeout(late))
}

function refuse(response: ServerResponse): void {
  response.writeHead(429, {
    'Content-Type': 'application/json',
    'Retry-After': RETRY_SECONDS,
    Connection: 'close',
  })
  const detail = 'Too many requests at once. Wait a few seconds and try again.'
  response.end(JSON.stringify({ code: 'too_many_requests', detail }))
}
