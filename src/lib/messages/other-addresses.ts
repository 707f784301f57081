const ADDRESS =
  /(?:\b[a-z][a-z\d+.-]{0,30}:)?\/\/[^\s<>"'{}]+|\bmailto:[^\s<>"'{}]+|(?<![\w@./-])(?:[\w-]+\.)+[a-z]{2,}(?:\/[^\s<>"'{}]*)?/giu

function parseHost(address: string): string {
  const [, ofMail] = /^mailto:[^?]*@([^?]+)/i.exec(address) ?? []
  if (ofMail) return ofMail.toLowerCase()
  const path = address.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\//i, '')
  return URL.parse(`https://${path}`)?.host ?? ''
}

const TAG = /\{\{.*?\}\}|\{%.*?%\}/gsu
const QUOTED = /"[^"]*"|'[^']*'/gu

const withoutNames = (text: string) =>
  text.replace(TAG, (tag) => ['{}', ...(tag.match(QUOTED) ?? [])].join(' '))

/**
 * Lists addresses in a message that lead elsewhere, each host once, for whoever saves its template.
 */
export function otherAddresses(text: string, ownHost: string): string[] {
  const hosts = [...withoutNames(text).matchAll(ADDRESS)].map(([address]) => parseHost(address))
  return [...new Set(hosts)].filter((host) => host !== '' && host !== ownHost)
}
