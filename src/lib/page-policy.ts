import type { PublicSettings } from './public-settings.ts'

/**
 * The content security policy of a page, as it was built, with what is known only when the site
 * runs: the browser asks the identity provider for tokens, and renews them in a frame that starts
 * there and ends here; it opens the live channel, and
 * sends what goes wrong to whoever takes the reports.
 *
 * @param isFrame The page is made to be framed by this site, and by no other.
 */
export function pagePolicy(
  built: string,
  { identity, publicUrl, webSocketBase, errorReporting }: PublicSettings,
  { isFrame }: { isFrame: boolean },
): string {
  const directives = new Map(
    built
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .flatMap(([name, ...sources]) => (name ? [[name, sources] as const] : [])),
  )
  const { origin: own } = new URL(publicUrl)
  const allow = (name: string, address: string) => {
    const { origin } = new URL(address, publicUrl)
    if (origin === own) return
    const sources = new Set(directives.get(name) ?? ["'self'"])
    directives.set(name, [...sources.add(origin)])
  }
  allow('connect-src', identity.authority)
  allow('connect-src', webSocketBase)
  allow('frame-src', identity.authority)
  if (errorReporting) allow('connect-src', errorReporting.tunnel ?? errorReporting.dsn)
  if (isFrame) directives.set('frame-ancestors', ["'self'"])
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}
