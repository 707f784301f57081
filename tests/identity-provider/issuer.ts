import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, {
  type ClientMetadata,
  type Configuration,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { type Endpoint, type Faults, faultMiddleware, ROUTES } from './faults.ts'
import { recordsInMemory } from './records.ts'
import { type IssuerPerson, signInPages } from './sign-in-pages.ts'

type IssuerClient = {
  client_id: string
  /** Makes it confidential (`client_secret_basic`); without one it is public, with PKCE. */
  client_secret?: string
  redirect_uris: string[]
  post_logout_redirect_uris?: string[]
  /** `pairwise`: a subject that no other client knows. */
  subject_type?: 'public' | 'pairwise'
}

type Options = {
  clients: readonly IssuerClient[]
  faults?: Faults
  /** `127.0.0.1` is another site than `localhost`: its cookies are third-party there. */
  hostname?: 'localhost' | '127.0.0.1'
  /** Any that is free. */
  port?: number
  /** Whether id tokens carry the claims of the scope, as many providers do it, or the subject alone. */
  claimsInIdToken?: boolean
}

export type Issuer = {
  /** The issuer: OIDC_ISSUER of whoever signs in here. */
  url: string
  /** What is wrong with it at the moment; assign another to change it. */
  faults: Faults
  /** Which endpoints were asked, in their order. */
  requests: Endpoint[]
  stop: () => Promise<void>
}

/** Grace's provider knows little of her. */
const PEOPLE: readonly IssuerPerson[] = [
  {
    subject: 'ada',
    claims: {
      name: 'Ada Byron King',
      given_name: 'Ada',
      family_name: 'King',
      preferred_username: 'ada.king',
      email: 'ada@example.test',
      email_verified: true,
      birthdate: '1985-12-10',
    },
  },
  { subject: 'grace', claims: { name: 'Grace Brewster Hopper' } },
]

/**
 * Another identity provider than the demonstration's: OpenID Connect on a port of its own, with its
 * own clients, people, paths, signing algorithm (ES256) and, where a test wants them, faults
 * (`Faults` lists them). In memory; runs in the process of the test, be it Vitest's or Playwright's.
 *
 *     const issuer = await startIssuer({
 *       clients: [{ client_id: 'site', client_secret: 'secret', redirect_uris: [`${site}/callback`] }],
 *     })
 *     // … start the site with OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'site', …
 *     issuer.faults = { errors: { authorization: { error: 'login_required' } } }
 *     issuer.faults = { delays: { token: answered.promise }, resets: ['userInfo'] }
 *     issuer.faults = {}
 *     await issuer.stop()
 *
 * People sign in by pressing their name, or `Cancel` (`access_denied`), on a page headed "Test
 * identity provider"; without a browser by `signIn` of tests/server/identity/sign-in.ts.
 */
export async function startIssuer(options: Options): Promise<Issuer> {
  const { hostname = 'localhost', port = 0 } = options
  let answer: RequestListener = () => undefined
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(port, hostname), 'listening')
  const url = `http://${hostname}:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer: Issuer = {
    url,
    faults: options.faults ?? {},
    requests: [],
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  const key = { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'ES256', use: 'sig' }
  const provider = new Provider(url, makeConfiguration(options, key))
  provider.use(faultMiddleware(issuer, privateKey))
  provider.use(signInPages(provider, PEOPLE))
  answer = provider.callback()
  return issuer
}

function makeConfiguration({ clients, claimsInIdToken = true }: Options, key: JWK): Configuration {
  const secret = createHash('sha256').update(JSON.stringify(key)).digest('base64url')
  // Browsers keep cookies by host, not by port: another issuer's must not be in the way.
  const mark = secret.slice(0, 8)
  const hour = 3600
  return {
    adapter: recordsInMemory(),
    jwks: { keys: [key] },
    cookies: {
      keys: [secret],
      names: { session: `${mark}-session`, interaction: `${mark}-in`, resume: `${mark}-resume` },
    },
    clients: clients.map(toMetadata),
    clientBasedCORS: (_context, origin, client) =>
      (client.redirectUris ?? []).some((address) => new URL(address).origin === origin),
    routes: ROUTES,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: {
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'birthdate'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: !claimsInIdToken,
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: async (_context, subject, client) =>
      createHash('sha256').update(`${client.clientId} ${subject}`).digest('base64url'),
    findAccount(_context, subject) {
      const person = PEOPLE.find((each) => each.subject === subject)
      return person && { accountId: subject, claims: () => ({ ...person.claims, sub: subject }) }
    },
    loadExistingGrant: grantEverything,
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(context, form) {
          context.body = `<!doctype html><title>Sign out</title><h1>Sign out?</h1>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
        },
        postLogoutSuccessSource(context) {
          context.body = '<!doctype html><title>Signed out</title><h1>Signed out</h1>'
        },
      },
    },
    renderError(context, shown) {
      context.body = `<!doctype html><title>Refused</title><h1>Refused: ${shown.error}</h1>`
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: hour,
      Session: hour,
    },
  }
}

function toMetadata({ client_secret, ...client }: IssuerClient): ClientMetadata {
  return {
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
    ...client,
    ...(client_secret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret, token_endpoint_auth_method: 'client_secret_basic' }),
  }
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { session, client, provider } = oidc
  const clientId = client?.clientId ?? ''
  const known = session?.grantIdFor(clientId)
  if (known !== undefined) return await provider.Grant.find(known)
  const grant = new provider.Grant({ clientId, accountId: session?.accountId })
  grant.addOIDCScope('openid profile email offline_access')
  await grant.save()
  return grant
}
