import type { PublicSettings } from './public-settings.ts'

/** The one style that is written into pages. */
export const brandStyle = ({ brandColour }: Pick<PublicSettings, 'brandColour'>) =>
  `:root{--brand-set:${brandColour}}`

/**
 * Adds what is known only when it runs: identity provider, live channel and error reports.
 * @param options `isFrame`: this site, and no other, may frame the page; `styleHash` of `brandStyle`,
 *   as the directive writes it.
 */
export function pagePolicy(
  built: string,
  { identity, publicUrl, webSocketBase, errorReporting }: PublicSettings,
  { isFrame, styleHash }: { isFrame: boolean; styleHash: string },
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
  directives.get('style-src')?.push(`'${styleHash}'`)
  if (isFrame) directives.set('frame-ancestors', ["'self'"])
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}
