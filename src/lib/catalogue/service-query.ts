export type ServiceQuery = {
  key?: string | undefined
  site?: string | undefined
}

const KEY = /^\P{Cc}{1,200}$/u

export function parseSecretKey(url: URL): string | undefined {
  const key = url.searchParams.get('key')
  return key && KEY.test(key) ? key : undefined
}

/** The API repeats a key in its addresses only if it knows it. */
export function isKeyKnown([first]: readonly { url: string }[]): boolean {
  return first !== undefined && new URL(first.url).searchParams.has('key')
}

export function knownQuery(
  { key, ...query }: ServiceQuery,
  shown: readonly { url: string }[],
): ServiceQuery {
  return isKeyKnown(shown) ? { key, ...query } : query
}

export function withServiceQuery(path: string, { key, site }: ServiceQuery): string {
  const query = new URLSearchParams({ ...(key && { key }), ...(site && { site }) })
  return query.size > 0 ? `${path}?${query}` : path
}
