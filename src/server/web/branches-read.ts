import { setTimeout as after } from 'node:timers/promises'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSite } from '#lib/contract/sites.ts'

const MOST = 500
/** Pages do not wait, because people need the phone number most when booking is away. */
const PATIENCE_MS = 1_500

/** The last known branches while the API is away. @throws ApiError where it was never reached. */
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
