import type { IncomingMessage } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import type { Hono } from 'hono'
import { ApiError } from '#lib/api/api-error.ts'
import { type ApiClient, createApiClient } from '#lib/api/client.ts'
import type { NextTimes } from '#lib/contract/booking.ts'
import type { PublicSite } from '#lib/contract/catalogue.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { AppEnvironment } from '../http/request-context.ts'
import { readProviderText, sessionToken } from '../identity/cookies.ts'
import type { Services } from '../services.ts'
import { publicSettings } from '../settings.ts'

const MOST = 500
/** Pages do not wait, because people need the phone number most when booking is away. */
const PATIENCE_MS = 1_500

/** The last known branches while the API is away. @throws ApiError where it was never reached. */
function branchesReader(): (api: ApiClient) => Promise<readonly PublicSite[]> {
  let lastKnown: readonly PublicSite[] | undefined
  return async (api) => {
    const read = api.call('GET public/sites/', { query: { page_size: MOST } }).then((page) => {
      lastKnown = page.results
      return lastKnown
    })
    return await (lastKnown ? inTime(read, lastKnown) : read)
  }
}

/** Gives the other value where reading fails or takes long. */
async function inTime<T>(read: Promise<T>, otherwise: T): Promise<T> {
  const patience = new AbortController()
  const late = after(PATIENCE_MS, otherwise, { signal: patience.signal }).catch(() => otherwise)
  return await Promise.race([read.catch(() => otherwise), late]).finally(() => patience.abort())
}

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
    const nextTimes = new Map<string, Promise<NextTimes | null>>()
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
      readNextTimes: (query) => {
        const asked = JSON.stringify(query)
        const read =
          nextTimes.get(asked) ??
          inTime<NextTimes | null>(
            api.call('GET public/next-available/', { query }).then(({ results }) => results),
            null,
          )
        nextTimes.set(asked, read)
        return read
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
