/**
 * The secret key that unlocks non-public services: kept for the browser session under `secretKey`,
 * carried in addresses as the query parameter `key` (specification, sections 2, 4 and 6).
 */
const STORED_AS = 'secretKey'
const PARAMETER = 'key'

/** The key of this session, or null. A browser that keeps nothing has none. */
export function rememberedKey(): string | null {
  try {
    return sessionStorage.getItem(STORED_AS) || null
  } catch {
    return null
  }
}

/** Keeps a key for this session; null forgets it. */
export function rememberKey(key: string | null): void {
  try {
    if (key) sessionStorage.setItem(STORED_AS, key)
    else sessionStorage.removeItem(STORED_AS)
  } catch {
    // The address still carries it.
  }
}

/** The key that an address carries, or null. */
export function keyInAddress(address: string): string | null {
  return new URL(address).searchParams.get(PARAMETER) || null
}

/** The same page with another key, or with none; the rest of its query stays. */
export function pageWithKey(address: string, key: string | null): string {
  const url = new URL(address)
  if (key) url.searchParams.set(PARAMETER, key)
  else url.searchParams.delete(PARAMETER)
  return url.href
}

/** The link of a service to hand on: with the key, or without any query at all. */
export function serviceLink(publicUrl: string, path: string, key: string | null): string {
  const url = new URL(path, publicUrl)
  url.search = ''
  url.hash = ''
  return pageWithKey(url.href, key)
}
