import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { sessionCookie } from '#server/identity/cookies.ts'
import { send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { startTestServer } from '../test-server.ts'

/* The site as people reach it: over TLS, which a proxy in front takes off. */

const LOGIN = '/api/private/login-callback/'

const provider = await startTestServer({ demoProvider: true })
const server = await startTestServer({
  environment: { PUBLIC_URL: 'https://book.example.test', ALLOW_DEMO_IDENTITY: '1' },
  services: { provider: provider.services.provider },
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax'
const begin = (headers: Record<string, string> = {}) => send(server, 'GET', LOGIN, { headers })
const toError = ({ headers }: Awaited<ReturnType<typeof send>>) =>
  new URL(headers.get('Location') ?? '', server.url).searchParams.get('error')

describe('over TLS', () => {
  test('every cookie is of this host alone, and out of reach of scripts', async () => {
    const begun = (await begin()).headers.getSetCookie()
    expect(begun).toHaveLength(1)
    const name = /^__Host-carelane-sign-in-[0-9a-f]{16}=[\w.-]+; Max-Age=900; /.exec(begun[0] ?? '')
    expect(begun[0]).toBe(`${name?.[0]}${attributes}`)
    expect(sessionCookie(server.services.settings, 'a-token')).toBe(
      `__Host-carelane-session=a-token; ${attributes}`,
    )
    const ended = await send(server, 'GET', '/api/private/logout')
    expect(ended.headers.getSetCookie()).toEqual([
      `__Host-carelane-session=; Max-Age=0; ${attributes}`,
    ])
  })

  test('what another name of the domain has planted is not read', async () => {
    const { headers } = await addSignedIn(server)
    const planted = headers.Cookie.replace('__Host-', '')
    expect(planted).not.toBe(headers.Cookie)
    const asked = { headers: { ...headers, Cookie: planted } }
    expect((await send(server, 'GET', '/api/private/is-logged-in/', asked)).status).toBe(401)

    const digest = createHash('sha256').update('of-the-attacker').digest('hex').slice(0, 16)
    const answer = await send(server, 'GET', `${LOGIN}?code=made-up&state=of-the-attacker`, {
      headers: { Cookie: `carelane-sign-in-${digest}=nonce.verifier` },
    })
    expect(toError(answer)).toBe('state_mismatch')
  })
})

describe('a sign-in', () => {
  test.each(['same-origin', 'none'])('is begun from %s', async (site) => {
    const answer = await begin({ 'Sec-Fetch-Site': site })
    expect(answer.headers.get('Location')).toContain(`${provider.url}/idp/auth?`)
  })

  test.each(['cross-site', 'same-site'])(
    'is not begun by a %s link: the person is asked first',
    async (site) => {
      const answer = await begin({ 'Sec-Fetch-Site': site })
      expect(answer.headers.get('Location')).toBe('/login')
      expect(answer.headers.getSetCookie()).toEqual([])
    },
  )

  test.each(['cross-site', 'same-site'])('is ended by a provider that is %s', async (site) => {
    const begun = await begin()
    const [pair = ''] = begun.headers.getSetCookie()[0]?.split(';') ?? []
    const state = new URL(begun.headers.get('Location') ?? '').searchParams.get('state')
    const answer = await send(server, 'GET', `${LOGIN}?error=access_denied&state=${state}`, {
      headers: { Cookie: pair, 'Sec-Fetch-Site': site },
    })
    expect(toError(answer)).toBe('access_denied')
  })
})
