/** What the pages of services hand on to each other in their addresses. */
export type ServiceQuery = {
  /** The secret key that unlocks what is hidden (specification, section 6). */
  key?: string | undefined
  /** Slug of the branch that was chosen. */
  site?: string | undefined
}

/** The API refuses longer keys and those with control characters, so they unlock nothing. */
const KEY = /^\P{Cc}{1,200}$/u

/** The secret key that a page was asked for with. */
export function secretKeyOf(url: URL): string | undefined {
  const key = url.searchParams.get('key')
  return key && KEY.test(key) ? key : undefined
}

/** Whether the API knows the key that it was asked with: only then does what it shows carry it. */
export function isKeyKnown([first]: readonly { url: string }[]): boolean {
  return first !== undefined && new URL(first.url).searchParams.has('key')
}

/** The query without a key that opens nothing. */
export function knownQuery(
  { key, ...query }: ServiceQuery,
  shown: readonly { url: string }[],
): ServiceQuery {
  return isKeyKnown(shown) ? { key, ...query } : query
}

/** A path of this site that carries the key and the branch along, where there are any. */
export function withServiceQuery(path: string, { key, site }: ServiceQuery): string {
  const query = new URLSearchParams({ ...(key && { key }), ...(site && { site }) })
  return query.size > 0 ? `${path}?${query}` : path
}
