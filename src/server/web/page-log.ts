import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { PAGE_CHANNEL } from '#lib/page/page-channel.ts'
import type { Services } from '../services.ts'

type PageRequest = { requestId: string; method: string; locals: App.Locals }

/**
 * Logs and reports each failed page once, by route and kind of error, because address and message
 * can hold typed text.
 * @returns what a page is to be made in.
 */
export function pageLog({ log, faults }: Pick<Services, 'log' | 'faults'>) {
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
