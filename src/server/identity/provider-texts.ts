import { providerTexts } from '#lib/identity/sign-in-problem.ts'
import { hostCookie, readHostCookie, type Where } from './host-cookie.ts'

/* A cookie keeps the provider's words: anybody can write an address, and words can name people. */

const NAME = 'carelane-provider-said'
const KEPT_SECONDS = 60

export const providerTextCookie = (where: Where, code: string, words: string): string =>
  hostCookie(where, NAME, `${code}\n${providerTexts(words)}`, KEPT_SECONDS)

export function readProviderText(
  where: Where,
  cookies: string | undefined,
  code: string,
): string | null {
  const stored = readHostCookie(where, cookies, NAME)
  return stored?.startsWith(`${code}\n`) ? stored.slice(code.length + 1) : null
}
