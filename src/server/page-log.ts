import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { Logger } from 'pino'
import { PAGE_CHANNEL } from '#lib/page-channel.ts'

/**
 * Logs each page that fails once, by its route and the kind of error: neither the address nor what
 * the error says, since both can hold what a person typed.
 * @returns what a page is to be made in.
 */
export function pageLog(log: Logger) {
  const making = new AsyncLocalStorage<App.Locals>()
  subscribe(PAGE_CHANNEL, (level) => {
    const locals = making.getStore()
    if (!locals || level !== 'error') return
    const { route, fault } = locals
    log.error({ route, ...(fault !== undefined && { fault }) }, 'a page failed')
  })
  return (locals: App.Locals, make: () => Promise<void>) => making.run(locals, make)
}
