import { parse, serialize } from 'hono/utils/cookie'
import type { Settings } from '../settings.ts'

type Where = Pick<Settings, 'publicUrl'>

const isSecure = ({ publicUrl }: Where) => publicUrl.startsWith('https:')

/** `__Host-`: a browser takes it over TLS from this very host, and from no other name of its domain. */
const nameOf = (where: Where) => (isSecure(where) ? '__Host-carelane-session' : 'carelane-session')

/** The token of the session that a request names. */
export function sessionToken(where: Where, cookies: string | undefined): string | undefined {
  const name = nameOf(where)
  return cookies?.includes(name) ? parse(cookies, name)[name] || undefined : undefined
}

/** The header that gives a browser its session: gone when it closes, out of reach of scripts. */
export function sessionCookie(where: Where, token: string): string {
  return serialize(nameOf(where), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(where),
  })
}

/** The header that takes it away. */
export function noSessionCookie(where: Where): string {
  return serialize(nameOf(where), '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(where),
    maxAge: 0,
  })
}
