import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import compression from 'compression'
import type { Hono } from 'hono'
import { isForApp } from '../app.ts'
import type { Demonstration } from '../demonstration.ts'
import { createLimitedServer } from '../http/limited-server.ts'
import { isDecodable, refuseHost } from '../http/request-address.ts'
import type { AppEnvironment } from '../http/request-context.ts'
import { isLiveChannel } from '../live-channels.ts'
import type { Services } from '../services.ts'
import { builtFiles } from './built-files.ts'
import { pageLocals } from './page-locals.ts'
import { pageLog } from './page-log.ts'
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
  const demoPages = await demonstration?.createPages(services)

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
