import { getRequestListener } from '@hono/node-server'
import type { AstroIntegration } from 'astro'
import { demonstration } from '#demo/demonstration.ts'
import { createApp, isForApp } from './app.ts'
import { boot } from './boot.ts'
import { refuseHost } from './http/request-address.ts'
import { createLiveChannels, isLiveChannel } from './live-channels.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'
import { pageLocals } from './web/page-locals.ts'
import { securityHeaders } from './web/security-headers.ts'

type Setup = Parameters<NonNullable<AstroIntegration['hooks']['astro:server:setup']>>[0]

/** Hot reload runs over the real API. */
export async function mountServer({ server, logger }: Setup): Promise<void> {
  const settings = readSettings({ ENVIRONMENT: 'development', ...process.env })
  const demo = settings.demo ? demonstration : null
  const { services, stop } = await boot(settings, demo, (message) => logger.info(message)).catch(
    (error: unknown) => {
      if (!(error instanceof StartError)) throw error
      logger.error(error.message)
      process.exit(1)
    },
  )
  const app = createApp(services)
  const api = getRequestListener(app.fetch)
  // Scripts of the development server are in no policy.
  const { 'Content-Security-Policy': _, ...rest } = securityHeaders(settings)
  const headers = Object.entries(rest)
  const locals = pageLocals(services, app)
  const demoPages = await demo?.createPages(services)
  server.middlewares.use((request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (refuseHost(request, response)) return
    const path = request.url?.split('?')[0] ?? '/'
    if (isForApp(path)) void api(request, response)
    else if (demoPages && demo?.isForPages(path)) demoPages(request, response)
    else {
      Reflect.set(request, Symbol.for('astro.locals'), locals(request))
      next()
    }
  })
  const live = createLiveChannels(services)
  server.httpServer?.on('upgrade', (request, socket, head) => {
    if (isLiveChannel(request)) live.upgrade(request, socket, head)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void live
        .close()
        .then(stop)
        .then(() => process.exit(0))
    })
  }
}
