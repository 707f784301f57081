/** The API refuses longer keys and those with control characters, so they unlock nothing. */
const KEY = /^\P{Cc}{1,200}$/u

/** The secret key that a page was asked for with, query parameter `key` (specification, section 6). */
export function secretKeyOf(url: URL): string | undefined {
  const key = url.searchParams.get('key')
  return key && KEY.test(key) ? key : undefined
}

/** A path of this site that carries the key along, if there is one. */
export function withKey(path: string, key: string | undefined): string {
  return key ? `${path}?${new URLSearchParams({ key })}` : path
}
