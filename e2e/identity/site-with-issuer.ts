import { type Issuer, startIssuer } from '../../tests/identity-provider/issuer.ts'
import { freePort, startServer } from '../server-under-test.ts'

type Options = Omit<Parameters<typeof startIssuer>[0], 'clients' | 'port'>

export type SiteWithIssuer = {
  url: string
  /** Whose people are Ada Byron King and Grace Brewster Hopper. */
  issuer: Issuer
  /** After it was stopped, at its address: it has forgotten everybody, and nothing is wrong with it. */
  startIssuerAgain: () => Promise<void>
  stop: () => Promise<void>
}

/** The product with an identity provider of another origin, over the database of all journeys. */
export async function startSiteWithIssuer(options: Options = {}): Promise<SiteWithIssuer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const clients = [
    {
      client_id: 'site',
      redirect_uris: ['/api/private/login-callback/', '/callback', '/silent-renew'].map(
        (path) => url + path,
      ),
      post_logout_redirect_uris: [`${url}/logout-success`],
    },
  ]
  const issuer = await startIssuer({ ...options, clients })
  const server = await startServer({
    port,
    databaseUrl: process.env['E2E_DATABASE_URL'] ?? '',
    environment: {
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: 'site',
      // It has no inbox: what others are told goes through the server under test.
      BACKGROUND_WORK: 'off',
    },
  })
  const site: SiteWithIssuer = {
    url,
    issuer,
    async startIssuerAgain() {
      site.issuer = await startIssuer({
        ...options,
        faults: {},
        clients,
        port: Number(new URL(issuer.url).port),
      })
    },
    async stop() {
      await server.stop()
      await site.issuer.stop()
    },
  }
  return site
}
