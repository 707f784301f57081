import { type KeyObject, sign } from 'node:crypto'
import type Provider from 'oidc-provider'

type Middleware = Parameters<Provider['use']>[0]
type Context = Parameters<Middleware>[0]

/** Other than those of the demonstration's provider: who wants them reads the discovery document. */
export const ROUTES = {
  authorization: '/authorize',
  token: '/oauth/token',
  userinfo: '/userinfo',
  jwks: '/keys',
  end_session: '/logout',
  revocation: '/revoke',
}

export type Endpoint =
  | 'discovery'
  | 'keys'
  | 'authorization'
  | 'signIn'
  | 'token'
  | 'userInfo'
  | 'revocation'
  | 'endSession'

const PATHS: [string, Endpoint][] = [
  ['/.well-known/openid-configuration', 'discovery'],
  [ROUTES.jwks, 'keys'],
  [ROUTES.authorization, 'authorization'],
  ['/sign-in', 'signIn'],
  [ROUTES.token, 'token'],
  [ROUTES.userinfo, 'userInfo'],
  [ROUTES.revocation, 'revocation'],
  [ROUTES.end_session, 'endSession'],
]

/** As OAuth has it: `login_required`, `access_denied`, `server_error`, … */
type OAuthError = { error: string; error_description?: string; error_uri?: string }

/** Nothing is wrong while it is empty. Each may be set and unset while the issuer runs. */
export type Faults = {
  /** Answered instead of going on: at `authorization` by the redirect back, at `token` as a 400. */
  errors?: { authorization?: OAuthError; token?: OAuthError }
  /** The redirect back carries a state that nobody sent. */
  wrongState?: boolean
  /** The id token carries a nonce that nobody sent. */
  wrongNonce?: boolean
  /** The id token has no `sub`. */
  withoutSubject?: boolean
  /** User-info speaks of somebody else than the id token. */
  otherSubjectAtUserInfo?: boolean
  /** Any other change to the claims of id tokens, which are signed after it. */
  idToken?: (claims: Record<string, unknown>) => Record<string, unknown>
  /** What an endpoint waits for before it does anything. */
  delays?: Partial<Record<Endpoint, Promise<unknown>>>
  /** Endpoints that break the connection off without an answer. */
  resets?: readonly Endpoint[]
  /** Endpoints that answer 500. */
  failures?: readonly Endpoint[]
}

type Watched = {
  readonly faults: Faults
  /** Which endpoints were asked, in their order. */
  readonly requests: Endpoint[]
}

/** Runs before oidc-provider and changes what it answers, as the faults of the moment say. */
export function faultMiddleware(issuer: Watched, signingKey: KeyObject): Middleware {
  return async (context, next) => {
    const endpoint = PATHS.find(([path]) => context.path.startsWith(path))?.[1]
    if (!endpoint || context.method === 'OPTIONS') return await next()
    issuer.requests.push(endpoint)
    await issuer.faults.delays?.[endpoint]
    const { faults } = issuer
    if (faults.resets?.includes(endpoint)) {
      context.respond = false
      context.req.socket.resetAndDestroy()
      return
    }
    if (faults.failures?.includes(endpoint)) return answer(context, 500, { error: 'server_error' })
    if (endpoint === 'token' && faults.errors?.token) {
      return answer(context, 400, faults.errors.token)
    }
    if (context.path === ROUTES.authorization && faults.errors?.authorization) {
      return redirect(context, faults.errors.authorization)
    }
    await next()
    if (endpoint === 'authorization') changeState(context, faults)
    if (endpoint === 'token') changeIdToken(context, faults, signingKey)
    if (endpoint === 'userInfo' && faults.otherSubjectAtUserInfo) {
      context.body = { ...(context.body as object), sub: 'somebody-else' }
    }
  }
}

function answer(context: Context, status: number, body: object): void {
  // A page's script must be able to read what went wrong.
  context.set('Access-Control-Allow-Origin', context.get('Origin') || '*')
  context.status = status
  context.body = body
}

function redirect(context: Context, error: OAuthError): void {
  const { redirect_uri: to, state } = context.query
  const address = new URL(String(to))
  for (const [name, value] of Object.entries({ ...error, state })) {
    if (typeof value === 'string') address.searchParams.set(name, value)
  }
  context.redirect(address.href)
}

function changeState(context: Context, { wrongState }: Faults): void {
  const location = context.response.get('Location')
  if (!wrongState || !location.includes('code=')) return
  const address = new URL(location)
  address.searchParams.set('state', 'a-state-that-nobody-sent')
  context.set('Location', address.href)
}

function changeIdToken(context: Context, faults: Faults, key: KeyObject): void {
  const body = context.body as { id_token?: string }
  if (!body.id_token) return
  const [header = '', payload = ''] = body.id_token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  if (faults.wrongNonce) claims['nonce'] = 'a-nonce-that-nobody-sent'
  if (faults.withoutSubject) delete claims['sub']
  const changed = JSON.stringify(faults.idToken?.(claims) ?? claims)
  const signed = `${header}.${Buffer.from(changed).toString('base64url')}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  context.body = { ...body, id_token: `${signed}.${signature.toString('base64url')}` }
}
