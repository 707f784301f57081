import { parse, serialize } from 'hono/utils/cookie'
import type { Settings } from '../settings.ts'

export type Where = Pick<Settings, 'publicUrl'>

const isSecure = ({ publicUrl }: Where) => publicUrl.startsWith('https:')

/** Browsers take `__Host-` over TLS from this very host only. */
export const hostCookieName = (where: Where, name: string) =>
  isSecure(where) ? `__Host-${name}` : name

export function readHostCookie(
  where: Where,
  cookies: string | undefined,
  name: string,
): string | undefined {
  const full = hostCookieName(where, name)
  return cookies?.includes(full) ? parse(cookies, full)[full] || undefined : undefined
}

export function hostCookie(where: Where, name: string, value: string, maxAge?: number): string {
  return serialize(hostCookieName(where, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(where),
    ...(maxAge !== undefined && { maxAge }),
  })
}
