import { describe, expect, test, vi } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { rowsWhere } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer, startTestServer } from '../test-server.ts'
import { addDemoPeople } from './provider-server.ts'
import { isSignInPage, signIn } from './sign-in.ts'
import { Visitor } from './visitor.ts'

const server = await runTestServer({ demoProvider: true })
const { db } = server.database
await addDemoPeople(db)

const LOGIN = '/api/private/login-callback/'
const isCallback = (url: URL) => url.pathname === '/callback'
const whoIs = async (visitor: Visitor) => {
  const { status, text } = await visitor.request(`${server.url}/api/private/is-logged-in/`)
  return status === 200 ? (JSON.parse(text) as { full_name: string }).full_name : status
}
const findSession = (visitor: Visitor) =>
  visitor.cookies.find(({ name }) => name === 'carelane-session')?.value

describe('signing in', () => {
  test('leads from the provider back to /callback, as the person who was prepared', async () => {
    const { visitor, page } = await signIn(server.url, 'patient')
    expect(page.url.href).toBe(`${server.url}/callback`)
    expect(await whoIs(visitor)).toBe('Rosa Whitfield')
    const people = await rowsWhere(db, 'person', { last_name: 'Whitfield' })
    expect(people.map(({ username }) => username)).toEqual(['patient'])
  })

  test('leaves nothing of the attempt behind, and no secret in any address', async () => {
    const { visitor } = await signIn(server.url, 'clinician')
    const names = visitor.cookies.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('carelane-sign-in'))).toEqual([])
    for (const address of visitor.visited) expect(address).not.toContain(findSession(visitor))
  })

  test('is on file', async () => {
    const { visitor } = await signIn(server.url, 'patient')
    expect(await whoIs(visitor)).not.toBe(401)
    const started = await db
      .selectFrom('audit_event')
      .innerJoin('person', 'person.id', 'audit_event.actor_id')
      .where('username', '=', 'patient')
      .select(['action', 'change'])
      .execute()
    expect(started).toContainEqual({ action: 'session.started', change: {} })
    expect(JSON.stringify(started)).not.toContain('example.test')
  })

  test('of somebody whose account is closed leaves no session and no line on file', async () => {
    await signIn(server.url, 'admin')
    const closed = { is_active: false }
    const accounts = db.selectFrom('account').select('person_id').where('subject', '=', 'admin')
    await db.updateTable('person').set(closed).where('id', 'in', accounts).execute()
    await db.deleteFrom('session').execute()
    const lines = () =>
      db.selectFrom('audit_event').select('sequence').where('actor_id', 'in', accounts).execute()
    const before = await lines()
    const { visitor, page } = await signIn(server.url, 'admin')
    expect(page.url.search).toBe('?error=account_closed')
    expect(await whoIs(visitor)).toBe(401)
    expect(await db.selectFrom('session').select('id').execute()).toEqual([])
    expect(await lines()).toEqual(before)
  })

  test('twice in one browser asks once', async () => {
    const { visitor } = await signIn(server.url, 'patient')
    const before = findSession(visitor)
    const page = await visitor.open(`${server.url}${LOGIN}`, isCallback)
    expect(page.url.pathname).toBe('/callback')
    expect(findSession(visitor)).toBe(before)
  })

  test('gives a session of its own, whatever the browser was made to carry', async () => {
    const visitor = new Visitor()
    visitor.cookies.push({
      name: 'carelane-session',
      value: 'planted',
      host: new URL(server.url).hostname,
      path: '/',
    })
    await signIn(server.url, 'patient', { visitor })
    expect(findSession(visitor)).not.toBe('planted')
    expect(await whoIs(visitor)).toBe('Rosa Whitfield')
    const planted = await send(server, 'GET', '/api/private/is-logged-in/', {
      headers: { Cookie: 'carelane-session=planted' },
    })
    expect(planted.status).toBe(401)
  })

  test('in two windows of one browser at once works in both', async () => {
    const visitor = new Visitor()
    const toProvider = (url: URL) => url.pathname.startsWith('/idp')
    const windows = [
      await visitor.open(`${server.url}${LOGIN}`, toProvider),
      await visitor.open(`${server.url}${LOGIN}`, toProvider),
    ]
    for (const { url } of windows) {
      const { page } = await signIn(server.url, 'patient', { visitor, start: url.href })
      expect(page.url.href).toBe(`${server.url}/callback`)
    }
  })
})

describe('an answer that nobody asked for', () => {
  const toError = (answer: Awaited<ReturnType<typeof send>>) =>
    new URL(answer.headers.get('Location') ?? '', server.url).searchParams.get('error')

  test.each(['?code=made-up', '?code=made-up&state=made-up', '?error=access_denied&state=made-up'])(
    '%s signs nobody in',
    async (query) => {
      const answer = await send(server, 'GET', `${LOGIN}${query}`)
      expect(answer.status).toBe(302)
      expect(toError(answer)).toBe('state_mismatch')
      expect(answer.headers.get('Set-Cookie')).toBeNull()
    },
  )

  test('a code from another browser, or used before, signs nobody in', async () => {
    const visitor = new Visitor()
    const isAnswer = (url: URL) => url.pathname === LOGIN && url.searchParams.has('code')
    const { page } = await signIn(server.url, 'patient', { visitor, until: isAnswer })
    const victim = new Visitor()
    const lured = await victim.open(page.url, isCallback)
    expect(lured.url.searchParams.get('error')).toBe('state_mismatch')
    expect(await whoIs(victim)).toBe(401)

    const copied = Object.assign(new Visitor(), { cookies: [...visitor.cookies] })
    expect((await visitor.open(page.url, isCallback)).url.search).toBe('')
    const replayed = await copied.open(page.url, isCallback)
    expect(replayed.url.searchParams.get('error')).toBe('invalid_grant')
    expect(await whoIs(copied)).toBe(401)
  })

  test('a code that no protocol knows is neither handed on nor logged', async () => {
    const warn = vi.spyOn(server.services.log, 'warn')
    const visitor = new Visitor()
    const toProvider = (url: URL) => url.pathname.startsWith('/idp')
    const { url } = await visitor.open(`${server.url}${LOGIN}`, toProvider)
    const error = 'Ada.Rowe-1990-02-28'
    const answer = new URLSearchParams({ error, state: url.searchParams.get('state') ?? '' })
    const page = await visitor.open(`${server.url}${LOGIN}?${answer}`, isCallback)
    expect(page.url.search).toBe('?error=unknown_error')
    expect(warn).toHaveBeenCalledOnce()
    expect(JSON.stringify(warn.mock.calls)).not.toContain('Ada')
    warn.mockRestore()
  })

  test('the provider’s refusal is handed on in its own words', async () => {
    const visitor = new Visitor()
    const toProvider = (url: URL) => url.pathname.startsWith('/idp')
    const { url } = await visitor.open(`${server.url}${LOGIN}`, toProvider)
    const answer = new URLSearchParams({
      error: 'access_denied',
      error_description: 'The person said no',
      state: url.searchParams.get('state') ?? '',
      iss: `${server.url}/idp`,
    })
    const page = await visitor.open(`${server.url}${LOGIN}?${answer}`, isCallback)
    expect(page.url.search).toBe('?error=access_denied')
    const texts = visitor.cookies.find(({ name }) => name === 'carelane-provider-said')
    expect(decodeURIComponent(texts?.value ?? '')).toBe('access_denied\nThe person said no')
  })
})

describe('signing out', () => {
  test('ends the session here and the one at the provider', async () => {
    const { visitor } = await signIn(server.url, 'patient')
    const page = await visitor.open(
      `${server.url}/api/private/logout`,
      (url) => url.pathname === '/logout-success',
    )
    expect(page.url.pathname).toBe('/logout-success')
    expect(await whoIs(visitor)).toBe(401)
    expect(isSignInPage(await visitor.open(`${server.url}${LOGIN}`, isCallback))).toBe(true)
  })

  test('of somebody who is not signed in ends at the same page', async () => {
    const page = await new Visitor().open(
      `${server.url}/api/private/logout`,
      (url) => url.pathname === '/logout-success',
    )
    expect(page.status).toBeLessThan(400)
  })
})

test('while the database is away a window is sent on, with a word or without its session', async () => {
  const url = 'postgresql://nobody@127.0.0.1:9/nothing'
  const db = connect(url, { poolSize: 1, onError: () => undefined })
  const lost = await startTestServer({
    database: { url, db, drop: () => db.destroy() },
    environment: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'carelane' },
  })
  const headers = { Cookie: 'carelane-session=somebody' }
  const login = await send(lost, 'GET', LOGIN, { headers })
  expect(login.headers.get('Location')).toMatch(/^\/callback\?error=temporarily_unavailable/)
  const logout = await send(lost, 'GET', '/api/private/logout', { headers })
  expect(logout.headers.get('Location')).toMatch(/\/logout-success$/)
  expect(logout.headers.get('Set-Cookie')).toMatch(/^carelane-session=; Max-Age=0/)
  await lost.stop()
  await db.destroy()
})

test('while the provider is away nobody is signed in, and it is found again', async () => {
  const away = await startTestServer({
    environment: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'carelane' },
  })
  const begin = () => send(away, 'GET', LOGIN)
  expect((await begin()).headers.get('Location')).toMatch(
    /^\/callback\?error=temporarily_unavailable/,
  )
  const logout = await send(away, 'GET', '/api/private/logout')
  expect(logout.headers.get('Location')).toMatch(/\/logout-success$/)
  away.services.provider = server.services.provider
  expect((await begin()).headers.get('Location')).toContain('/idp/auth?')
  await away.stop()
})
