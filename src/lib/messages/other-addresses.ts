const ADDRESS = /https?:\/\/[^\s<>"'{}]+|(?<![\w@./-])(?:[\w-]+\.)+[a-z]{2,}(?:\/[^\s<>"'{}]*)?/giu

const hostOf = (address: string) =>
  URL.parse(/^https?:/i.test(address) ? address : `https://${address}`)?.host ?? ''

/** Web addresses in a message that lead elsewhere, each host once, for whoever saves its template. */
export function otherAddresses(text: string, ownHost: string): string[] {
  const hosts = [...text.matchAll(ADDRESS)].map(([address]) => hostOf(address))
  return [...new Set(hosts)].filter((host) => host !== '' && host !== ownHost)
}
