const ADDRESS =
  /(?:\b[a-z][a-z\d+.-]{0,30}:)?\/\/[^\s<>"'{}]+|\bmailto:[^\s<>"'{}]+|(?<![\w@./-])(?:[\w-]+\.)+[a-z]{2,}(?:\/[^\s<>"'{}]*)?/giu

function hostOf(address: string): string {
  const [, ofMail] = /^mailto:[^?]*@([^?]+)/i.exec(address) ?? []
  if (ofMail) return ofMail.toLowerCase()
  const path = address.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\//i, '')
  return URL.parse(`https://${path}`)?.host ?? ''
}

/** Addresses in a message that lead elsewhere, each host once, for whoever saves its template. */
export function otherAddresses(text: string, ownHost: string): string[] {
  const hosts = [...text.matchAll(ADDRESS)].map(([address]) => hostOf(address))
  return [...new Set(hosts)].filter((host) => host !== '' && host !== ownHost)
}
