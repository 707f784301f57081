import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** What every request carries through the Hono app. */
export type AppEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string }
}

export type AppContext = Context<AppEnvironment>

/**
 * Where a request came from. Behind `trustedProxies` reverse proxies the address is the one the
 * outermost of them saw; anything further left in X-Forwarded-For was written by the caller.
 */
export function sourceAddress(context: AppContext, trustedProxies: number): string {
  const socketAddress = context.env?.incoming?.socket.remoteAddress ?? 'internal'
  if (trustedProxies === 0) return socketAddress
  const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
  return hops.at(-trustedProxies) || socketAddress
}
