import { expect, test } from 'vitest'
import { runTestServer } from '../test-server.ts'
import { addDemoPeople } from './provider-server.ts'
import { isSignInPage, signIn } from './sign-in.ts'
import type { Visitor } from './visitor.ts'

/* The API and the demonstration's identity provider on one server, as the product has them. */

const server = await runTestServer({ demoProvider: true })
await addDemoPeople(server.database.db)

const whoAmI = (visitor: Visitor) =>
  visitor.request(`${server.url}/api/private/is-logged-in/`, {
    headers: { Accept: 'application/json' },
  })

test('a demonstration person comes in through the pages and goes out again', async () => {
  const { visitor, page } = await signIn(server.url, 'patient')
  expect(page.url.href).toBe(`${server.url}/callback`)
  expect(JSON.parse((await whoAmI(visitor)).text)).toMatchObject({ full_name: 'Rosa Whitfield' })

  const again = await signIn(server.url, 'patient', { visitor })
  expect(again.page.url.href).toBe(`${server.url}/callback`)

  const out = await visitor.open(
    `${server.url}/api/private/logout`,
    (url) => url.pathname === '/logout-success',
  )
  expect(out.url.pathname).toBe('/logout-success')
  expect((await whoAmI(visitor)).status).toBe(401)
  const next = await visitor.open(`${server.url}/api/private/login-callback/`)
  expect(isSignInPage(next)).toBe(true)
})
