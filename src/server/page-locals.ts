import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import { createApiClient } from '#lib/api/client.ts'
import type { AppEnvironment } from './http/request-context.ts'
import type { Services } from './services.ts'
import { publicSettings } from './settings.ts'

/**
 * What pages get: the public settings, and the API called in process, or over HTTP when `API_BASE`
 * names another host. In process a call counts as the visitor's who asked for the page.
 */
export function pageLocals(
  services: Services,
  app: Hono<AppEnvironment>,
): (incoming: IncomingMessage) => App.Locals {
  const { settings } = services
  const elsewhere = settings.API_BASE ? createApiClient(settings.API_BASE) : null
  const inProcess = (incoming: IncomingMessage) =>
    createApiClient(`${settings.publicUrl}/api`, async (input, init) =>
      app.fetch(new Request(input, init), { incoming }),
    )
  return (incoming) => ({
    settings: publicSettings(settings),
    api: elsewhere ?? inProcess(incoming),
  })
}
