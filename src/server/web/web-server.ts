import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import compression from 'compression'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import sirv from 'sirv'
import { PAGE_CHANNEL } from '#lib/page/page-channel.ts'
import { isForApp } from '../app.ts'
import type { Demonstration } from '../demonstration.ts'
import { createLimitedServer } from '../http/limited-server.ts'
import { isDecodable, refuseHost } from '../http/request-address.ts'
import type { AppEnvironment } from '../http/request-context.ts'
import { isLiveChannel } from '../live-channels.ts'
import type { Services } from '../services.ts'
import { pageLocals } from './page-locals.ts'
import { securityHeaders } from './security-headers.ts'

type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: App.Locals,
) => Promise<void>

/** As many as systems allow, so that a sudden crowd is not refused. */
export const BACKLOG = 4096

const NOT_FOUND_PAGE = '/404'

const dist = join(import.meta.dirname, '../../../dist')

/** The API, built files and pages. Not yet listening. */
export async function createWebServer(
  services: Services,
  app: Hono<AppEnvironment>,
  demonstration: Demonstration | null = null,
): Promise<Server> {
  const { handler } = (await import(join(dist, 'server/entry.mjs'))) as { handler: PageHandler }
  const api = getRequestListener(app.fetch)
  const files = builtFiles(join(dist, 'client'), services.log)
  const compress = compression()
  const headers = Object.entries(securityHeaders(services.settings))
  const locals = pageLocals(services, app)
  const logged = pageLog(services)
  const demoPages = demonstration?.createPages(services)

  // Saves callers without compression the check.
  const plain: typeof compress = (_request, _response, next) => next()

  const options = { shouldUpgradeCallback: isLiveChannel }
  return createLimitedServer(services, options, (request, response) => {
    services.requests.add(response)
    for (const [name, value] of headers) response.setHeader(name, value)
    if (refuseHost(request, response)) return
    const compressed = request.headers['accept-encoding'] ? compress : plain
    compressed(request as never, response as never, () => {
      const path = request.url?.split('?')[0] ?? '/'
      if (isForApp(path)) {
        void api(request, response)
      } else if (demoPages && demonstration?.isForPages(path)) {
        demoPages(request, response)
      } else {
        const { method } = request
        if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response)
        const requestId = randomUUID()
        response.setHeader('X-Request-Id', requestId)
        if (!isDecodable(path)) request.url = NOT_FOUND_PAGE
        files(request, response, () => {
          response.setHeader('Cache-Control', 'no-cache')
          const own = locals(request)
          const page = { requestId, method, locals: own }
          void logged(page, () => handler(request, response, undefined, own))
        })
      }
    })
  })
}

/** Pages and files are read only. */
function refuseMethod(response: ServerResponse): void {
  response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' })
  response.end('This address can only be read.')
}

type PageRequest = { requestId: string; method: string; locals: App.Locals }

/**
 * Logs and reports each failed page once, by route and kind of error, because address and message
 * can hold typed text.
 * @returns what a page is to be made in.
 */
function pageLog({ log, faults }: Pick<Services, 'log' | 'faults'>) {
  const making = new AsyncLocalStorage<PageRequest>()
  subscribe(PAGE_CHANNEL, (level) => {
    const page = making.getStore()
    if (!page || level !== 'error') return
    const { requestId, method } = page
    const { route = 'none', fault } = page.locals
    log.error({ requestId, method, route, ...(fault !== undefined && { fault }) }, 'a page failed')
    if (fault !== undefined) faults.report(fault, { method, route })
  })
  return (page: PageRequest, make: () => Promise<void>) => making.run(page, make)
}

/**
 * Serves built files, compressed beforehand where possible. A file that vanishes during a build
 * ends the one answer, because its headers may be on their way.
 * @param folder is read once.
 */
export function builtFiles(folder: string, log: Logger): ReturnType<typeof sirv> {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      response.setHeader(
        'Cache-Control',
        path.startsWith('/_astro/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      )
      // The library pipes the file without handling its errors.
      response.once('pipe', (file) =>
        file.once('error', (err) => {
          const { method } = response.req
          const requestId = response.getHeader('X-Request-Id')
          log.error({ requestId, method, route: path, err }, 'a built file was not read')
          response.destroy()
        }),
      )
    },
  })
}
