import { providerWords } from '#lib/sign-in-problem.ts'
import { hostCookie, readHostCookie, type Where } from './host-cookie.ts'

/*
 * What the provider says of an error is kept for the page that tells of it in a cookie, not in its
 * address: anybody can write an address, and the words can name people.
 */

const NAME = 'carelane-provider-said'
const KEPT_SECONDS = 60

/** The header that keeps it. */
export const wordsCookie = (where: Where, code: string, words: string): string =>
  hostCookie(where, NAME, `${code}\n${providerWords(words)}`, KEPT_SECONDS)

/** What was said of this error; null where nothing was, or of another. */
export function readWords(where: Where, cookies: string | undefined, code: string): string | null {
  const kept = readHostCookie(where, cookies, NAME)
  return kept?.startsWith(`${code}\n`) ? kept.slice(code.length + 1) : null
}
