import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { providerTextCookie, readProviderText } from '#server/identity/cookies.ts'
import { createProviderClient } from '#server/identity/provider.ts'
import type { Faults } from '../../identity-provider/faults.ts'
import { startIssuer } from '../../identity-provider/issuer.ts'
import { addPerson } from '../clinic-factory.ts'
import { startTestServer, testSettings } from '../test-server.ts'
import { signIn } from './sign-in.ts'
import { Visitor } from './visitor.ts'

/*
 * A provider that has nothing to do with the demonstration's: other paths, another algorithm, a
 * confidential client, pairwise subjects. And what may go wrong with it.
 */

const CLIENT = { client_id: 'the-api', client_secret: 'a secret of the two' }

const server = await startTestServer()
const issuer = await startIssuer({
  clients: [
    {
      ...CLIENT,
      redirect_uris: [`${server.url}/api/private/login-callback/`],
      post_logout_redirect_uris: [`${server.url}/logout-success`],
      subject_type: 'pairwise',
    },
  ],
  claimsInIdToken: false,
})
setProvider({})
afterEach(() => {
  issuer.faults = {}
  setProvider({})
})
afterAll(async () => {
  await server.stop()
  await issuer.stop()
})

/** Known again, as by an instance that has just started. */
function setProvider(environment: Record<string, string>) {
  server.services.settings = testSettings({
    PUBLIC_URL: server.url,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    ...environment,
  })
  server.services.provider = createProviderClient(server.services.settings)
}

const whoIs = async (visitor: Visitor) => {
  const { status, text } = await visitor.request(`${server.url}/api/private/is-logged-in/`)
  return status === 200 ? (JSON.parse(text) as { id: number; full_name: string }) : null
}
/** @returns the address's query, and the provider's words, which are in no address. */
const errorAfter = async (faults: Faults, person = 'grace') => {
  issuer.faults = faults
  const { visitor, page } = await signIn(server.url, person)
  expect(await whoIs(visitor)).toBeNull()
  const { error, ...others } = Object.fromEntries(page.url.searchParams)
  expect(others).toEqual({})
  const cookies = visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { error, text: readProviderText(server.services.settings, cookies, error ?? '') }
}

describe('another provider', () => {
  test('signs somebody in whose claims come from user-info alone', async () => {
    const { visitor } = await signIn(server.url, 'ada')
    expect((await whoIs(visitor))?.full_name).toBe('Ada King')
  })

  test('links whom an administrator prepared by verified address, name and birth date', async () => {
    const { db } = server.database
    await db.deleteFrom('account').execute()
    const prepared = await addPerson(db, {
      first_name: 'Ada',
      last_name: 'King',
      email: 'ada@example.test',
      dob: '1985-12-10',
    })
    await db.deleteFrom('person').where('id', '<>', prepared.id).execute()
    const { visitor } = await signIn(server.url, 'ada')
    expect((await whoIs(visitor))?.id).toBe(prepared.id)
  })

  test('signs in whoever it says little of, as the same person each time', async () => {
    const first = await whoIs((await signIn(server.url, 'grace')).visitor)
    const again = await whoIs((await signIn(server.url, 'grace')).visitor)
    expect(first?.full_name).toBe('Grace Brewster Hopper')
    expect(again?.id).toBe(first?.id)
  })

  test('ends its own session with ours', async () => {
    const { visitor } = await signIn(server.url, 'grace')
    issuer.requests.length = 0
    const isEnd = (url: URL) => url.pathname === '/logout-success'
    const asks = await visitor.open(`${server.url}/api/private/logout`, isEnd)
    const page = await visitor.send(asks, { logout: 'yes' }, isEnd)
    expect(page.url.href).toBe(`${server.url}/logout-success`)
    expect(issuer.requests).toContain('endSession')
    expect(await whoIs(visitor)).toBeNull()
  })

  test('that does not know our secret signs nobody in', async () => {
    setProvider({ OIDC_CLIENT_SECRET: 'another secret' })
    expect(await errorAfter({})).toMatchObject({ error: 'temporarily_unavailable' })
  })
})

describe('a provider that answers with an error', () => {
  test.each([
    'login_required',
    'consent_required',
    'interaction_required',
    'account_selection_required',
    'access_denied',
    'server_error',
    'temporarily_unavailable',
  ])('%s: it is handed on in its words', async (error) => {
    const told = { error, error_description: 'In plain words', error_uri: 'https://help.example' }
    expect(await errorAfter({ errors: { authorization: told } })).toEqual({
      error,
      text: 'In plain words',
    })
  })

  test('at the token endpoint too', async () => {
    const told = { error: 'invalid_grant', error_description: 'Too late' }
    expect(await errorAfter({ errors: { token: told } })).toEqual({
      error: 'invalid_grant',
      text: 'Too late',
    })
  })

  test.each(['Ada Byron King did it', `${'x'.repeat(5000)}`, '</script>'])(
    'of its own making, it goes into no address and no log: %s',
    async (error) => {
      const told = { error, error_description: `${'y'.repeat(5000)}` }
      expect(await errorAfter({ errors: { authorization: told } })).toEqual({
        error: 'unknown_error',
        text: `${'y'.repeat(200)}…`,
      })
    },
  )

  test('what it said of one error is not told of another', async () => {
    const { settings } = server.services
    const cookies = providerTextCookie(settings, 'access_denied', 'Ask the desk').split('; ')[0]
    expect(readProviderText(settings, cookies, 'access_denied')).toBe('Ask the desk')
    expect(readProviderText(settings, cookies, 'access')).toBeNull()
    expect(readProviderText(settings, undefined, 'access_denied')).toBeNull()
  })
})

describe('an answer that does not hold', () => {
  test.each<[string, Faults, string]>([
    ['a state that nobody sent', { wrongState: true }, 'state_mismatch'],
    ['a nonce that nobody sent', { wrongNonce: true }, 'invalid_response'],
    ['an id token without a subject', { withoutSubject: true }, 'invalid_response'],
    ['user-info of somebody else', { otherSubjectAtUserInfo: true }, 'invalid_response'],
    [
      'an id token for another client',
      { idToken: (claims) => ({ ...claims, aud: 'another' }) },
      'invalid_response',
    ],
    [
      'an id token of another issuer',
      { idToken: (claims) => ({ ...claims, iss: 'https://elsewhere.example' }) },
      'invalid_response',
    ],
    [
      'an id token that expired ten minutes ago',
      { idToken: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 600 }) },
      'invalid_response',
    ],
  ])('%s signs nobody in', async (_, faults, error) => {
    expect((await errorAfter(faults)).error).toBe(error)
  })

  test('a clock that is four minutes behind is forgiven', async () => {
    issuer.faults = {
      idToken: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 240 }),
    }
    const { visitor } = await signIn(server.url, 'grace')
    expect(await whoIs(visitor)).not.toBeNull()
  })
})

describe('a provider that fails', () => {
  test.each<[string, Faults]>([
    ['breaks off in the middle', { resets: ['token'] }],
    ['breaks off at the end', { resets: ['userInfo'] }],
    ['answers 500 for a token', { failures: ['token'] }],
    ['has lost its keys', { failures: ['keys'] }],
  ])('and %s signs nobody in; the next try works', async (_, faults) => {
    setProvider({})
    expect((await errorAfter(faults)).error).toMatch(/temporarily_unavailable|server_error/)
    issuer.faults = {}
    const { visitor } = await signIn(server.url, 'grace')
    expect(await whoIs(visitor)).not.toBeNull()
  })

  test('before anything began is asked again the next time', async () => {
    setProvider({})
    issuer.faults = { failures: ['discovery'] }
    const page = await new Visitor().open(
      `${server.url}/api/private/login-callback/`,
      (url) => url.pathname === '/callback',
    )
    expect(page.url.searchParams.get('error')).toBe('temporarily_unavailable')
    issuer.faults = {}
    expect(await whoIs((await signIn(server.url, 'grace')).visitor)).not.toBeNull()
  })
})
