import type { PublicSettings } from './public-settings.ts'

/**
 * The content security policy of a page, as it was built, with what is known only when the site
 * runs: the browser asks the identity provider for tokens, and renews them in a frame that starts
 * there and ends here.
 *
 * @param isFrame The page is made to be framed by this site, and by no other.
 */
export function pagePolicy(
  built: string,
  { identity, publicUrl }: PublicSettings,
  { isFrame }: { isFrame: boolean },
): string {
  const directives = new Map(
    built
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .flatMap(([name, ...sources]) => (name ? [[name, sources] as const] : [])),
  )
  const provider = new URL(identity.authority).origin
  if (provider !== new URL(publicUrl).origin) {
    for (const name of ['connect-src', 'frame-src']) {
      const sources = new Set(directives.get(name) ?? ["'self'"])
      directives.set(name, [...sources.add(provider)])
    }
  }
  if (isFrame) directives.set('frame-ancestors', ["'self'"])
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}
