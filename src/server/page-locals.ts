import type { Hono } from 'hono'
import { createApiClient } from '#lib/api/client.ts'
import type { AppEnvironment } from './http/request-context.ts'
import type { Services } from './services.ts'
import { publicSettings } from './settings.ts'

/**
 * What pages get: the public settings, and the API called in process, or over HTTP when `API_BASE`
 * names another host.
 */
export function pageLocals(services: Services, app: Hono<AppEnvironment>): () => App.Locals {
  const { settings } = services
  const inProcess: typeof fetch = async (input, init) => app.fetch(new Request(input, init))
  const api = settings.API_BASE
    ? createApiClient(settings.API_BASE)
    : createApiClient(`${settings.publicUrl}/api`, inProcess)
  return () => ({ settings: publicSettings(settings), api })
}
