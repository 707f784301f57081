import type { User, UserManager } from 'oidc-client-ts'
import type { SilentRenewDeps } from '#islands/identity/silent-renew.actors.ts'

type Call = 'getUser' | 'removeUser' | 'signinSilent'
type Settle = { resolve: (answer: unknown) => void; reject: (error: unknown) => void }

/** Somebody whom the provider knows, and whose access token has so many seconds left. */
export const userWith = (secondsLeft: number | undefined, subject = 'subject-1') =>
  ({ expires_in: secondsLeft, profile: { sub: subject } }) as User

/** The identity provider's client at the edge of the browser: it answers when a test tells it to. */
export function fakeUserManager() {
  const waiting: ({ call: Call } & Settle)[] = []
  const expiring = new Set<() => void>()
  const expired = new Set<() => void>()
  const calls: Call[] = []
  const ask = (call: Call) => () => {
    calls.push(call)
    return new Promise((resolve, reject) => waiting.push({ call, resolve, reject }))
  }
  const hear = (heard: Set<() => void>) => (callback: () => void) => {
    heard.add(callback)
    return () => heard.delete(callback)
  }
  const take = (call: Call): Settle => {
    const index = waiting.findIndex((asked) => asked.call === call)
    const [found] = index < 0 ? [] : waiting.splice(index, 1)
    if (!found) throw new Error(`Nobody asked for ${call}`)
    return found
  }
  return {
    manager: {
      getUser: ask('getUser'),
      removeUser: ask('removeUser'),
      signinSilent: ask('signinSilent'),
      events: { addAccessTokenExpiring: hear(expiring), addAccessTokenExpired: hear(expired) },
    } as unknown as SilentRenewDeps['manager'] & UserManager,
    calls,
    waiting: () => waiting.map(({ call }) => call),
    answer: (call: Call, answer?: unknown) => take(call).resolve(answer),
    fail: (call: Call, error: unknown) => take(call).reject(error),
    expiring: () => expiring.forEach((heard) => void heard()),
    expired: () => expired.forEach((heard) => void heard()),
    listeners: () => expiring.size + expired.size,
  }
}

export type FakeUserManager = ReturnType<typeof fakeUserManager>
