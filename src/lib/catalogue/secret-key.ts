/** Longer keys are refused by the API, so they unlock nothing. */
const LONGEST_KEY = 200

/** The secret key that a page was asked for with, query parameter `key` (specification, section 6). */
export function secretKeyOf(url: URL): string | undefined {
  const key = url.searchParams.get('key')
  return key && key.length <= LONGEST_KEY ? key : undefined
}

/** A path of this site that carries the key along, if there is one. */
export function withKey(path: string, key: string | undefined): string {
  return key ? `${path}?${new URLSearchParams({ key })}` : path
}
