import { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Services } from '#server/services.ts'
import { DEMO_CLIENT_ID, DEMO_PROVIDER_PATH } from '#server/settings.ts'
import { explainFailure } from './failures.ts'
import { demoPerson } from './people.ts'
import { createProviderRecords } from './records.ts'
import type { readProviderSecrets } from './secrets.ts'
import { messagePage, signOutPage } from './sign-in-pages.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const LIFETIMES = {
  accessToken: HOUR,
  idToken: HOUR,
  interaction: HOUR,
  refreshToken: 14 * DAY,
  session: 12 * HOUR,
}

export type Lifetimes = Partial<typeof LIFETIMES>

const SCOPES = 'openid profile email offline_access'

export function providerConfiguration(
  services: Services,
  secrets: Awaited<ReturnType<typeof readProviderSecrets>>,
  lifetimes: Lifetimes,
): Configuration {
  const { db, settings } = services
  const { publicUrl, PRODUCT_NAME: product } = settings
  const origin = new URL(publicUrl).origin
  const seconds = { ...LIFETIMES, ...lifetimes }
  return {
    adapter: createProviderRecords(db),
    jwks: secrets.signingKeys,
    cookies: {
      keys: secrets.cookieKeys,
      names: { session: 'demo-provider', interaction: 'demo-sign-in', resume: 'demo-resume' },
      long: { httpOnly: true, sameSite: 'lax', path: DEMO_PROVIDER_PATH },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    clients: [
      {
        client_id: DEMO_CLIENT_ID,
        client_name: product,
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        scope: SCOPES,
        redirect_uris: ['/api/private/login-callback/', '/callback', '/silent-renew'].map(
          (path) => publicUrl + path,
        ),
        post_logout_redirect_uris: [`${publicUrl}/logout-success`],
      },
    ],
    clientBasedCORS: (_context, from) => from === origin,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'birthdate'],
      email: ['email', 'email_verified'],
    },
    async findAccount(_context, sub) {
      const person = await demoPerson(db, sub)
      return person && { accountId: sub, claims: () => ({ sub, ...person.claims }) }
    },
    loadExistingGrant: grantEverything,
    interactions: {
      policy: policy(),
      url: (_context, { uid }) => `${DEMO_PROVIDER_PATH}/interaction/${uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        async logoutSource(context, form) {
          context.body = await signOutPage(product, { form, isAsking: !isOwnRequest(context) })
        },
        async postLogoutSuccessSource(context) {
          context.body = await messagePage(product, {
            title: 'You are signed out',
            paragraphs: ['You can close this window.'],
          })
        },
      },
    },
    async renderError(context, _shown, error) {
      const { status, ...message } = explainFailure(error, product)
      context.status = status
      context.type = 'html'
      context.body = await messagePage(product, message)
    },
    ttl: {
      AccessToken: seconds.accessToken,
      AuthorizationCode: MINUTE,
      // A grant opens nothing by itself, and must not end before what was granted.
      Grant: Math.max(...Object.values(seconds)),
      IdToken: seconds.idToken,
      Interaction: seconds.interaction,
      RefreshToken: seconds.refreshToken,
      Session: seconds.session,
    },
  }
}

/** There is one client, our own, so nobody is asked what it may know. */
async function grantEverything(context: KoaContextWithOIDC) {
  const { session, client, provider } = context.oidc
  const clientId = client?.clientId ?? ''
  const known = session?.grantIdFor(clientId)
  const existing = known === undefined ? undefined : await provider.Grant.find(known)
  if (existing) return existing
  const grant = new provider.Grant({ clientId, accountId: session?.accountId })
  grant.addOIDCScope(SCOPES)
  await grant.save()
  return grant
}

/**
 * Who asks for refresh tokens gets them, although nobody is asked for consent: oidc-provider drops
 * the scope unless the request wants a consent screen.
 */
function policy() {
  const prompts = interactionPolicy.base()
  const restore = new interactionPolicy.Check('offline_access', 'never asks', (context) => {
    const { params } = context.oidc
    const scopes = [context.query['scope'] ?? ''].flat().join(' ').split(' ')
    const remainingScopes = String(params?.['scope'] ?? '').split(' ')
    if (
      params &&
      scopes.includes('offline_access') &&
      !remainingScopes.includes('offline_access')
    ) {
      params['scope'] = [...remainingScopes, 'offline_access'].join(' ')
    }
    return interactionPolicy.Check.NO_NEED_TO_PROMPT
  })
  prompts.get('login')?.checks.add(restore, 0)
  return prompts
}

/**
 * Our site has just shown the token of this very person: it may sign them out without asking.
 * A link from elsewhere may not (OpenID Connect RP-Initiated Logout, section 2).
 */
function isOwnRequest({ oidc }: KoaContextWithOIDC): boolean {
  const hint = oidc.entities.IdTokenHint
  return hint !== undefined && hint.payload.sub === oidc.session?.accountId
}
