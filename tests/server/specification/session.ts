import { expect, test } from 'vitest'
import { signIn } from '../identity/sign-in.ts'
import type { Visitor } from '../identity/visitor.ts'

/** The popups of signing in and out. @param username of the provider. */
export function signsInAndOut(base: string, username: string) {
  const readJson = async (visitor: Visitor, path: string) => {
    const headers = { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' }
    const { status, text } = await visitor.request(`${base}/api/${path}`, { headers })
    return { status, body: JSON.parse(text) as Record<string, unknown> }
  }
  let visitor: Visitor

  test('a popup goes to login-callback and comes back signed in', async () => {
    const popup = await signIn(base, username)
    visitor = popup.visitor
    expect(popup.page.url.pathname).toBe('/callback')
    const { body } = await readJson(visitor, 'private/is-logged-in/')
    expect(body).toMatchObject({ full_name: expect.any(String), permissions: expect.any(Array) })
    const details = await readJson(visitor, 'private/user-auth/user_details/')
    expect(details.body).toMatchObject({ id: body['id'], full_name: body['full_name'] })
  })

  test('a popup goes to logout, and nobody is signed in', async () => {
    const page = await visitor.open(`${base}/api/private/logout`, ({ pathname }) =>
      pathname.startsWith('/logout-success'),
    )
    expect(page.url.pathname).toBe('/logout-success')
    expect((await readJson(visitor, 'private/is-logged-in/')).status).toBe(401)
  })
}
