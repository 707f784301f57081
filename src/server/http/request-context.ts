import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type AppEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    personId?: number
  }
}

export type AppContext = Context<AppEnvironment>

export const loggedRequest = (context: AppContext) => ({
  requestId: context.get('requestId'),
  method: context.req.method,
  route: context.req.routePath,
})

/**
 * Behind `trustedProxies` reverse proxies, the address that the outermost of them saw; the caller
 * wrote anything further left in X-Forwarded-For. A page's own calls count as its visitor's.
 * @returns null for calls from within the process.
 */
export function sourceAddress(context: AppContext, trustedProxies: number): string | null {
  return incomingSource(context.env?.incoming, trustedProxies)
}

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

export const isFromElsewhere = (fetchSite: string | undefined): boolean =>
  fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none'

const FIRST_HALF = 4
const GROUPS = 8

/** For IPv6 its /64, because one line has all of it; an IPv4 address within IPv6 becomes IPv4. */
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
