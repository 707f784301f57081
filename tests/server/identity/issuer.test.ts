import * as oidc from 'openid-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Issuer, startIssuer } from '../../identity-provider/issuer.ts'
import { signIn } from './sign-in.ts'
import { Visitor } from './visitor.ts'

/* The issuer that other tests sign in at does what its faults say, and nothing else. */

const REDIRECT = 'http://site.example/callback'
const terminal = (['log', 'info', 'warn', 'error'] as const).map((method) =>
  vi.spyOn(console, method),
)

let issuer: Issuer
beforeAll(async () => {
  const redirect_uris = [REDIRECT]
  issuer = await startIssuer({
    refreshTokens: true,
    clients: [
      { client_id: 'site', client_secret: 'a secret', redirect_uris },
      { client_id: 'elsewhere', redirect_uris, subject_type: 'pairwise' },
    ],
  })
})
afterEach(() => {
  issuer.faults = {}
})
afterAll(() => issuer.stop())

const discover = (clientId: string, authentication: oidc.ClientAuth) =>
  oidc.discovery(new URL(issuer.url), clientId, undefined, authentication, {
    timeout: 1,
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  })
const site = () => discover('site', oidc.ClientSecretBasic('a secret'))

const until = (url: URL) => url.href.startsWith(REDIRECT)

async function begin(client: oidc.Configuration) {
  const verifier = oidc.randomPKCECodeVerifier()
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
  const start = oidc.buildAuthorizationUrl(client, {
    redirect_uri: REDIRECT,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).href
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  return {
    start,
    finish: (answer: URL) => oidc.authorizationCodeGrant(client, answer, checks),
  }
}

async function readTokens(client: oidc.Configuration, person = 'ada') {
  const { start, finish } = await begin(client)
  const { page } = await signIn(issuer.url, person, { start, until })
  return await finish(page.url)
}

const catchFault = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: Error & { error?: string; cause?: Error }) =>
      [error.error ?? error.message, error.cause?.message].filter(Boolean).join(': '),
  )

test('a confidential and a public client get the same person under other names, in silence', async () => {
  const client = await site()
  const tokens = await readTokens(client)
  expect(tokens.claims()).toMatchObject({ sub: 'ada', preferred_username: 'ada.king' })
  const info = await oidc.fetchUserInfo(client, tokens.access_token, 'ada')
  expect(info).toMatchObject({ name: 'Ada Byron King', email: 'ada@example.test' })
  const refreshed = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '')
  expect(refreshed.claims()?.sub).toBe('ada')

  const other = await discover('elsewhere', oidc.None())
  const sub = (await readTokens(other)).claims()?.sub
  expect(sub).toMatch(/^[\w-]{43}$/)
  expect((await readTokens(other)).claims()?.sub).toBe(sub)
  const grace = (await readTokens(client, 'grace')).claims()
  expect(grace).toMatchObject({ sub: 'grace', name: 'Grace Brewster Hopper' })
  expect(grace).not.toHaveProperty('email')
  for (const spy of terminal) expect(spy).not.toHaveBeenCalled()
})

test('whoever cancels is sent back with access_denied', async () => {
  const { start } = await begin(await site())
  const visitor = new Visitor()
  const answer = await visitor.send(await visitor.open(start), { cancel: 'yes' }, until)
  expect(answer.url.searchParams.get('error')).toBe('access_denied')
})

test('an endpoint can keep silent', async () => {
  const client = await site()
  issuer.faults = { delays: { token: 2_000 } }
  expect(await catchFault(readTokens(client))).toMatch(/timed out/)
})

test('user-info and refreshed tokens can speak of somebody else', async () => {
  const client = await site()
  const tokens = await readTokens(client)
  issuer.faults = { otherSubjectAtUserInfo: true, otherSubjectOnRefresh: true }
  expect(await catchFault(oidc.fetchUserInfo(client, tokens.access_token, 'ada'))).toMatch(
    /body "sub" property value/,
  )
  const refreshed = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '')
  expect(refreshed.claims()?.sub).toBe('somebody-else')
})

test('scripts of a client’s own origin may read its answers, faults as well', async () => {
  const ask = (origin: string) =>
    fetch(`${issuer.url}/oauth/token`, {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'elsewhere' }),
    })
  const allowed = async (origin: string) =>
    (await ask(origin)).headers.get('Access-Control-Allow-Origin')
  expect(await allowed('http://site.example')).toBe('http://site.example')
  expect(await allowed('http://elsewhere.example')).toBeNull()
  issuer.faults = { failures: ['token'] }
  expect(await allowed('http://site.example')).toBe('http://site.example')
})
