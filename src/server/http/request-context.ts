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
 * @returns null for a call from within the process.
 */
export function sourceAddress(context: AppContext, trustedProxies: number): string | null {
  const socketAddress = context.env?.incoming?.socket.remoteAddress ?? null
  if (trustedProxies === 0 || socketAddress === null) return socketAddress
  const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
  return hops.at(-trustedProxies) || socketAddress
}
