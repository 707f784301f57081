import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectAgain, type TestDatabase } from '../test-database.ts'
import {
  createDemoDatabase,
  type ProviderServer,
  startClient,
  startProvider,
} from './provider-server.ts'
import { isSignInPage, signIn } from './sign-in.ts'
import { Visitor } from './visitor.ts'

let database: TestDatabase
let server: ProviderServer
let client: Awaited<ReturnType<typeof startClient>>
const terminal = (['log', 'info', 'warn', 'error'] as const).map((method) =>
  vi.spyOn(console, method),
)

beforeAll(async () => {
  database = await createDemoDatabase()
  server = await startProvider({ database })
  client = await startClient(server)
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const atCallback = (url: URL) => url.pathname === '/callback'

/** Signs in from nothing to tokens. */
async function readTokens(person: string, parameters: Record<string, string> = {}) {
  const { address, finish } = await client.begin(parameters)
  const { visitor, page } = await signIn(server.url, person, { start: address })
  return { visitor, tokens: await finish(page.url) }
}

test('a person signs in and the site learns who they are, and nothing is said on the terminal', async () => {
  const { visitor, tokens } = await readTokens('patient')
  expect(tokens.claims()).toMatchObject({ sub: 'patient', iss: `${server.url}/idp` })
  // The id token travels in addresses when somebody signs out: it names no person.
  expect(Object.keys(tokens.claims() ?? {}).toSorted()).toEqual([
    'aud',
    'exp',
    'iat',
    'iss',
    'nonce',
    'sub',
  ])
  expect(tokens).toMatchObject({ expires_in: 3600, scope: 'openid profile email' })
  expect(tokens.refresh_token).toBeUndefined()
  expect(await oidc.fetchUserInfo(client.configuration, tokens.access_token, 'patient')).toEqual({
    sub: 'patient',
    name: 'Rosa Whitfield',
    given_name: 'Rosa',
    family_name: 'Whitfield',
    birthdate: '1983-04-05',
    email: 'rosa@example.test',
    email_verified: true,
  })
  const { address } = await client.begin({ prompt: 'none' })
  await visitor.open(address, atCallback)
  for (const spy of terminal) expect(spy).not.toHaveBeenCalled()
})

test('whoever is signed in is not asked again, until they sign out', async () => {
  const { visitor, tokens } = await readTokens('clinician')
  const again = await client.begin({ prompt: 'none' })
  const answer = await visitor.open(again.address, atCallback)
  expect((await again.finish(answer.url)).claims()?.sub).toBe('clinician')

  const end = oidc.buildEndSessionUrl(client.configuration, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${server.url}/logout-success`,
    state: 'as-it-was',
  })
  const ended = await visitor.open(end, (url) => url.pathname === '/logout-success')
  expect(ended.url.href).toBe(`${server.url}/logout-success?state=as-it-was`)
  const after = await client.begin({ prompt: 'none' })
  const refused = await visitor.open(after.address, atCallback)
  expect(refused.url.searchParams.get('error')).toBe('login_required')
  await expect(
    oidc.fetchUserInfo(client.configuration, tokens.access_token, 'clinician'),
  ).rejects.toMatchObject({ status: 401 })
})

test('signing out twice ends at the site all the same', async () => {
  const { visitor, tokens } = await readTokens('patient')
  const end = oidc.buildEndSessionUrl(client.configuration, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${server.url}/logout-success`,
  })
  for (let count = 0; count < 2; count += 1) {
    const ended = await visitor.open(end, (url) => url.pathname === '/logout-success')
    expect(ended.url.href).toBe(`${server.url}/logout-success`)
  }
})

test('a link without the person’s token signs nobody out before they say so', async () => {
  const { visitor } = await readTokens('patient')
  const other = await readTokens('admin')
  for (const hint of [{}, { id_token_hint: other.tokens.id_token ?? '' }]) {
    const end = oidc.buildEndSessionUrl(client.configuration, {
      post_logout_redirect_uri: `${server.url}/logout-success`,
      ...hint,
    })
    const page = await visitor.open(end)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Do you want to sign out of Carelane?')
    expect(page.text).not.toContain('<script')
    const still = await visitor.open((await client.begin({ prompt: 'none' })).address, atCallback)
    expect(still.url.searchParams.has('code')).toBe(true)
  }
  const page = await visitor.open(
    oidc.buildEndSessionUrl(client.configuration, {
      post_logout_redirect_uri: `${server.url}/logout-success`,
    }),
  )
  const ended = await visitor.send(
    page,
    { logout: 'yes' },
    (url) => url.pathname === '/logout-success',
  )
  expect(ended.url.href).toBe(`${server.url}/logout-success`)
  const after = await visitor.open((await client.begin({ prompt: 'none' })).address, atCallback)
  expect(after.url.searchParams.get('error')).toBe('login_required')
})

test('a refresh token gives new tokens for the same person, once', async () => {
  const { tokens } = await readTokens('reception', { scope: 'openid profile email offline_access' })
  const first = tokens.refresh_token ?? ''
  const refreshed = await oidc.refreshTokenGrant(client.configuration, first)
  expect(refreshed.claims()?.sub).toBe('reception')
  expect(refreshed.refresh_token).not.toBe(first)
  await oidc.fetchUserInfo(client.configuration, refreshed.access_token, 'reception')
  await expect(oidc.refreshTokenGrant(client.configuration, first)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('a token that its client gives back opens nothing more', async () => {
  const { tokens } = await readTokens('patient')
  await oidc.tokenRevocation(client.configuration, tokens.access_token)
  await expect(
    oidc.fetchUserInfo(client.configuration, tokens.access_token, 'patient'),
  ).rejects.toMatchObject({ status: 401 })
})

test('another site’s script gets no tokens, even with all that is needed', async () => {
  const { configuration, begin } = await startClient(server)
  const { address, finish } = await begin()
  const { page } = await signIn(server.url, 'patient', { start: address })
  configuration[oidc.customFetch] = (url, { headers, ...init }) =>
    fetch(url, {
      ...init,
      headers: { ...headers, Origin: 'https://elsewhere.example' },
    } as RequestInit)
  await expect(finish(page.url)).rejects.toMatchObject({ error: 'invalid_request' })
})

test('a code opens once, for whoever began, even if two come at once', async () => {
  const { address, finish } = await client.begin()
  const { page } = await signIn(server.url, 'patient', { start: address })
  const outcomes = await Promise.allSettled([finish(page.url), finish(page.url)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

  const stolen = await client.begin()
  const { page: theirs } = await signIn(server.url, 'patient', { start: stolen.address })
  await expect(
    oidc.authorizationCodeGrant(client.configuration, theirs.url, {
      pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
      expectedState: theirs.url.searchParams.get('state') ?? '',
      expectedNonce: oidc.skipStateCheck as never,
    }),
  ).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('somebody else can sign in where one person is signed in', async () => {
  const { visitor } = await readTokens('patient')
  const { address, finish } = await client.begin({ prompt: 'login' })
  const page = await visitor.open(address, atCallback)
  expect(isSignInPage(page)).toBe(true)
  const answer = await visitor.send(page, { person: 'admin' }, atCallback)
  expect((await finish(answer.url)).claims()?.sub).toBe('admin')
  const again = await client.begin({ prompt: 'none' })
  const silent = await visitor.open(again.address, atCallback)
  expect((await again.finish(silent.url)).claims()?.sub).toBe('admin')
})

test('a client that wants a consent screen is not held up by one', async () => {
  const { tokens } = await readTokens('patient', {
    prompt: 'consent',
    scope: 'openid offline_access',
  })
  expect(tokens.refresh_token).toBeTypeOf('string')
})

test.each([
  [
    'to another site',
    { redirect_uri: 'https://elsewhere.example/callback' },
    'invalid_redirect_uri',
  ],
  ['to another page of ours', { redirect_uri: '/about' }, 'invalid_redirect_uri'],
  ['of an unknown client', { client_id: 'somebody' }, 'invalid_client'],
])('a request %s goes nowhere', async (_name, parameters, code) => {
  const { address } = await client.begin(parameters)
  const page = await new Visitor().open(address)
  expect(page.status).toBe(400)
  expect(page.url.origin).toBe(server.url)
  expect(page.text).toContain('We cannot process this request')
  expect(page.text).toContain(code)
  expect(page.text).not.toContain('elsewhere.example')
})

test.each([
  ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['for tokens without a code', { response_type: 'id_token' }, 'unsupported_response_type'],
])('a request %s is refused', async (_name, parameters, error) => {
  const { address } = await client.begin(parameters)
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) if (!value) url.searchParams.delete(name)
  const answer = await new Visitor().open(url, atCallback)
  expect(new URLSearchParams(answer.url.search || answer.url.hash.slice(1)).get('error')).toBe(
    error,
  )
})

test('a sign-in survives a restart, and holds on a second instance with the same keys', async () => {
  const { visitor } = await readTokens('patient')
  await server.stop()
  server = await startProvider({ database, port: server.port })
  const again = await client.begin({ prompt: 'none' })
  const answer = await visitor.open(again.address, atCallback)
  expect((await again.finish(answer.url)).claims()?.sub).toBe('patient')

  const fresh = await createDemoDatabase()
  const others = [connectAgain(fresh, 2), connectAgain(fresh, 2)]
  const instances = await Promise.all(others.map((each) => startProvider({ database: each })))
  const keys = await Promise.all(
    instances.map(async ({ url }) => (await fetch(`${url}/idp/jwks`)).json()),
  )
  expect(keys[0]).toEqual(keys[1])
  expect(await fresh.db.selectFrom('demo_provider_secret').select('name').execute()).toHaveLength(2)
  await Promise.all(instances.map(({ stop }) => stop()))
  await Promise.all(others.map(({ drop }) => drop()))
  await fresh.drop()
})

test('an access token lasts as long as the options say', async () => {
  const short = await startProvider({ database, lifetimes: { accessToken: 90 } })
  const { begin } = await startClient(short)
  const { address, finish } = await begin()
  const { page } = await signIn(short.url, 'patient', { start: address })
  expect((await finish(page.url)).expires_in).toBe(90)
  await short.stop()
})
