import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** What every request carries through the Hono app. */
export type AppEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** Of whoever is signed in. */
    personId?: number
  }
}

export type AppContext = Context<AppEnvironment>

/** How the log names a request: by its route, never by its address, which can name people. */
export const loggedRequest = (context: AppContext) => ({
  requestId: context.get('requestId'),
  method: context.req.method,
  route: context.req.routePath,
})

/**
 * Where a request came from. Behind `trustedProxies` reverse proxies the address is the one the
 * outermost of them saw; anything further left in X-Forwarded-For was written by the caller.
 * A page that calls the API hands on its visitor's request, so the address is the visitor's.
 * @returns null for a call from within the process that no visitor made.
 */
export function sourceAddress(context: AppContext, trustedProxies: number): string | null {
  return incomingSource(context.env?.incoming, trustedProxies)
}

/** The same for a request that the Hono app does not answer. */
export function incomingSource(
  incoming: Pick<IncomingMessage, 'socket' | 'headers'> | undefined,
  trustedProxies: number,
): string | null {
  const socketAddress = incoming?.socket.remoteAddress ?? null
  if (trustedProxies === 0 || socketAddress === null) return socketAddress
  const forwarded = [incoming?.headers['x-forwarded-for'] ?? []].flat().join(',')
  const hops = forwarded.split(',').map((hop) => hop.trim())
  return hops.at(-trustedProxies) || socketAddress
}

/** Whether a browser says that another site, or another name of this one, started the request. */
export const isFromElsewhere = (fetchSite: string | undefined): boolean =>
  fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none'

const FIRST_HALF = 4
const GROUPS = 8

/**
 * What limits count an address under: for IPv6 its /64, since one line has the whole of it; for an
 * IPv4 address in IPv6 clothes the IPv4 address.
 */
export function countedSource(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [bare = ''] = address.split('%')
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const first = groups(head)
  const last = groups(tail ?? '')
  const zeros = Array<string>(GROUPS - first.length - last.length).fill('0')
  return `${[...first, ...zeros, ...last].slice(0, FIRST_HALF).join(':')}::/64`
}
