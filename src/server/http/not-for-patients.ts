import type { Hono } from 'hono'
import { Refusal } from '../refusals/refusal.ts'
import type { AppEnvironment } from './request-context.ts'

/** Older clients know these paths, so they hear why instead of that there is no such address. */
export function notForPatients(app: Hono<AppEnvironment>, path: string): void {
  const paths = [`/api/private/${path}`, `/api/private/${path}/:id`]
  app.on(['DELETE', 'POST', 'PUT'], paths, () => {
    throw onlyStaffWrite()
  })
}

export const onlyStaffWrite = () =>
  new Refusal('not_allowed', 'Only staff can write in your record.')
