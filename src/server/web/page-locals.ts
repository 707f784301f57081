import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import { ApiError } from '#lib/api/api-error.ts'
import { createApiClient } from '#lib/api/client.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { AppEnvironment } from '../http/request-context.ts'
import { readProviderText } from '../identity/provider-texts.ts'
import { sessionToken } from '../identity/session-cookie.ts'
import type { Services } from '../services.ts'
import { publicSettings } from '../settings.ts'
import { branchesReader } from './branches-read.ts'

/** `API_BASE` decides whether the API is called in process. Calls count as the visitor's. */
export function pageLocals(
  services: Services,
  app: Hono<AppEnvironment>,
): (incoming: IncomingMessage) => App.Locals {
  const { settings, log } = services
  const clientFor = (incoming: IncomingMessage) => {
    const { cookie } = incoming.headers
    return createApiClient(settings.API_BASE ?? `${settings.publicUrl}/api`, (input, init) => {
      const request = new Request(input, init)
      if (cookie) request.headers.set('Cookie', cookie)
      // The API redirects no call of a page.
      return settings.API_BASE
        ? fetch(request, { redirect: 'error' })
        : Promise.resolve(app.fetch(request, { incoming }))
    })
  }
  const readBranches = branchesReader()
  return (incoming) => {
    const api = clientFor(incoming)
    let branches: ReturnType<typeof readBranches> | undefined
    let read: Promise<Viewer | null> | undefined
    const readViewer = () =>
      api.call('GET private/is-logged-in/').catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null
        if (!(error instanceof ApiError)) log.warn({ err: error }, 'a session was not read')
        throw error
      })
    return {
      settings: publicSettings(settings),
      api,
      viewer: null,
      readBranches: () => {
        branches ??= readBranches(api)
        return branches
      },
      providerText: (code) => readProviderText(settings, incoming.headers.cookie, code),
      readViewer: async () => {
        if (!sessionToken(settings, incoming.headers.cookie)) return null
        read ??= readViewer()
        return await read
      },
    }
  }
}
