import { parse, serialize } from 'hono/utils/cookie'
import { providerTexts } from '#lib/identity/sign-in-problem.ts'
import type { Settings } from '../settings.ts'

type Where = Pick<Settings, 'publicUrl'>

const isSecure = ({ publicUrl }: Where) => publicUrl.startsWith('https:')

/** Browsers take `__Host-` over TLS from this very host only. */
const hostCookieName = (where: Where, name: string) => (isSecure(where) ? `__Host-${name}` : name)

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

const SESSION = 'carelane-session'

export const sessionCookieName = (where: Where): string => hostCookieName(where, SESSION)

export const sessionToken = (where: Where, cookies: string | undefined): string | undefined =>
  readHostCookie(where, cookies, SESSION)

export const sessionCookie = (where: Where, token: string): string =>
  hostCookie(where, SESSION, token)

export const noSessionCookie = (where: Where): string => hostCookie(where, SESSION, '', 0)

const PROVIDER_TEXT = 'carelane-provider-said'

const KEPT_SECONDS = 60

/** A cookie keeps the provider's words: anybody can write an address, and words can name people. */
export const providerTextCookie = (where: Where, code: string, text: string): string =>
  hostCookie(where, PROVIDER_TEXT, `${code}\n${providerTexts(text)}`, KEPT_SECONDS)

export function readProviderText(
  where: Where,
  cookies: string | undefined,
  code: string,
): string | null {
  const stored = readHostCookie(where, cookies, PROVIDER_TEXT)
  return stored?.startsWith(`${code}\n`) ? stored.slice(code.length + 1) : null
}
