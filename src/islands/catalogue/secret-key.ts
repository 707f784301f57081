import { parseSecretKey } from '#lib/catalogue/service-query.ts'

/** The session stores it under `secretKey`, and addresses carry it as `key`. */
const STORED_AS = 'secretKey'

/** A browser that stores nothing has none. */
export function rememberedKey(): string | null {
  try {
    return sessionStorage.getItem(STORED_AS) || null
  } catch {
    return null
  }
}

export function rememberKey(key: string | null): void {
  try {
    if (key) sessionStorage.setItem(STORED_AS, key)
    else sessionStorage.removeItem(STORED_AS)
  } catch {}
}

export function pageWithKey(address: string, key: string | null): string {
  const url = new URL(address)
  if (key) url.searchParams.set('key', key)
  else url.searchParams.delete('key')
  return url.href
}

/**
 * A key that arrives in the address is remembered, or taken off it where it opens nothing. A page
 * that was requested without one is loaded again with the key of this session, which the server
 * cannot know.
 * @param isKnown says whether the key of the address opens anything; null where the page cannot
 *   tell
 */
export function followRememberedKey(
  isKnown: boolean | null,
  replace = (address: string) => location.replace(address),
) {
  const arrived = parseSecretKey(new URL(location.href))
  if (arrived && isKnown) return rememberKey(arrived)
  if (arrived && isKnown === null) return
  if (arrived && arrived === rememberedKey()) rememberKey(null)
  const keyed = pageWithKey(location.href, rememberedKey())
  if (parseSecretKey(new URL(keyed))) replace(keyed)
  else if (arrived) history.replaceState(history.state, '', keyed)
}
