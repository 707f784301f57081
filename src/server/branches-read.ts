import { setTimeout as after } from 'node:timers/promises'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSite } from '#lib/contract/sites.ts'

/** More branches than any page shows one by one. */
const MOST = 500
/** People need the phone number most when booking is away: they do not wait for the database. */
const PATIENCE_MS = 1_500

/**
 * Reads the branches for pages: as they are now, or as this process last knew them where the API
 * is away or silent.
 * @throws ApiError where it is away and was never reached.
 */
export function branchesReader(): (api: ApiClient) => Promise<readonly PublicSite[]> {
  let lastKnown: readonly PublicSite[] | undefined
  return async (api) => {
    const read = api.call('GET public/sites/', { query: { page_size: MOST } }).then((page) => {
      lastKnown = page.results
      return lastKnown
    })
    if (!lastKnown) return await read
    const known = lastKnown
    const patience = new AbortController()
    const late = after(PATIENCE_MS, known, { signal: patience.signal }).catch(() => known)
    return await Promise.race([read.catch(() => known), late]).finally(() => patience.abort())
  }
}
