import * as oidc from 'openid-client'
import { afterEach, expect, test } from 'vitest'
import { createProviderClient } from '#server/identity/provider.ts'
import { runTestServer } from '../test-server.ts'
import { addDemoPeople } from './provider-server.ts'
import { signIn } from './sign-in.ts'

/* Whoever stands between the API and the provider cannot make somebody of a token of their own. */

const server = await runTestServer({ demoProvider: true })
await addDemoPeople(server.database.db)
afterEach(() => {
  server.services.provider = createProviderClient(server.services.settings)
})

const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as object
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The provider, with id tokens changed on their way. */
async function changeIdTokens(
  change: (header: string, claims: string, signature: string) => string,
) {
  const configuration = await server.services.provider.configuration()
  configuration[oidc.customFetch] = async (address, { method, headers, body, signal }) => {
    const init = { method, headers, redirect: 'manual' as const, ...(signal && { signal }) }
    const answer = await fetch(address, body == null ? init : { ...init, body: body as BodyInit })
    if (!address.endsWith('/token')) return answer
    const tokens = (await answer.json()) as { id_token: string }
    const [header = '', claims = '', signature = ''] = tokens.id_token.split('.')
    return Response.json({ ...tokens, id_token: change(header, claims, signature) })
  }
}

const outcome = async () => {
  const { visitor, page } = await signIn(server.url, 'patient')
  const who = await visitor.request(`${server.url}/api/private/is-logged-in/`)
  return [page.url.searchParams.get('error'), who.status]
}

test('an id token as the provider signed it signs somebody in', async () => {
  await changeIdTokens((...parts) => parts.join('.'))
  expect(await outcome()).toEqual([null, 200])
})

test.each<[string, Parameters<typeof changeIdTokens>[0]]>([
  [
    'with other claims',
    (header, claims, signature) => {
      const changed = encoded({ ...part(claims), email: 'admin@example.test' })
      return [header, changed, signature].join('.')
    },
  ],
  ['without a signature', (_, claims) => `${encoded({ alg: 'none' })}.${claims}.`],
  [
    'with the signature of something else',
    (header, claims, signature) =>
      [header, claims, signature.split('').reverse().join('')].join('.'),
  ],
  [
    'whose key is in itself',
    (header, claims, signature) =>
      [
        encoded({ ...part(header), kid: 'mine', jku: 'https://evil.example/keys' }),
        claims,
        signature,
      ].join('.'),
  ],
])('an id token %s signs nobody in', async (_, change) => {
  await changeIdTokens(change)
  expect(await outcome()).toEqual(['invalid_response', 401])
})
