import { parse, serialize } from 'hono/utils/cookie'
import type { Settings } from '../settings.ts'

export type Where = Pick<Settings, 'publicUrl'>

const isSecure = ({ publicUrl }: Where) => publicUrl.startsWith('https:')

/** `__Host-`: a browser takes it over TLS from this very host, and from no other name of its domain. */
export const hostCookieName = (where: Where, name: string) =>
  isSecure(where) ? `__Host-${name}` : name

/** The value of a cookie of ours; undefined where it is missing or empty. */
export function readHostCookie(
  where: Where,
  cookies: string | undefined,
  name: string,
): string | undefined {
  const full = hostCookieName(where, name)
  return cookies?.includes(full) ? parse(cookies, full)[full] || undefined : undefined
}

/**
 * The header that sets a cookie of ours: out of reach of scripts, and sent by other sites' links only.
 * @param maxAge seconds; without it the cookie is gone when the browser closes.
 */
export function hostCookie(where: Where, name: string, value: string, maxAge?: number): string {
  return serialize(hostCookieName(where, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(where),
    ...(maxAge !== undefined && { maxAge }),
  })
}
