import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeExpiredRecords } from '#demo/identity-provider/records.ts'
import { updateRows } from '../rows.ts'
import type { TestDatabase } from '../test-database.ts'
import {
  createDemoDatabase,
  type ProviderServer,
  startClient,
  startProvider,
} from './provider-server.ts'
import { type Page, Visitor } from './visitor.ts'

let database: TestDatabase
let server: ProviderServer
let client: Awaited<ReturnType<typeof startClient>>
beforeAll(async () => {
  database = await createDemoDatabase()
  server = await startProvider({ database })
  client = await startClient(server)
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})
beforeEach(() => database.db.deleteFrom('failed_attempt').execute())

const atCallback = (url: URL) => url.pathname === '/callback'
const PASSWORD = 'carelane-demo'

async function openSignIn(parameters: Record<string, string> = {}) {
  const visitor = new Visitor()
  const { address, finish } = await client.begin(parameters)
  const page = await visitor.open(address, atCallback)
  const send = (fields: Record<string, string>) => visitor.send(page, fields, atCallback)
  return { visitor, page, send, finish }
}

const formatTitle = ({ text }: Page) => /<title>(.*)<\/title>/.exec(text)?.[1]

test('an email address and the password sign in, however it is written', async () => {
  const { send, finish } = await openSignIn()
  const answer = await send({ email: ' Clinician@Example.TEST ', password: PASSWORD })
  expect((await finish(answer.url)).claims()?.sub).toBe('clinician')
})

test('the page shows the five people, and nobody else can sign in', async () => {
  const { page, send } = await openSignIn()
  expect(formatTitle(page)).toBe('Carelane – Sign in')
  const people = [...page.text.matchAll(/name="person" value="([^"]*)"/g)].map(([, name]) => name)
  expect(people).toEqual(['patient', 'regular', 'clinician', 'reception', 'admin'])
  expect(page.text).toContain('Rosa Whitfield')
  for (const person of ['not-of-them', '', "' or ''='"]) {
    const refused = await send({ person })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Choose one of the demonstration people')
  }
  const refused = await send({ email: 'not-of-them@example.test', password: PASSWORD })
  expect(refused.status).toBe(422)
})

test.each([
  [
    { email: 'patient@example.test', password: 'wrong' },
    'The email address or password is incorrect',
  ],
  [
    { email: 'nobody@example.test', password: PASSWORD },
    'The email address or password is incorrect',
  ],
  [{ email: 'patient@example.test', password: '' }, 'Enter your password'],
  [{ email: ' ', password: PASSWORD }, 'Enter your email address'],
])(
  '%j is refused in a summary that takes the focus, and the address stays',
  async (fields, message) => {
    const { send } = await openSignIn()
    const page = await send(fields)
    expect(page.status).toBe(422)
    expect(formatTitle(page)).toBe('Carelane – Error: Sign in')
    const summary = /<section class="summary" tabindex="-1" autofocus.*?<\/section>/s.exec(
      page.text,
    )
    expect(summary?.[0]).toContain(message)
    expect(page.text).toContain(`value="${fields.email}"`)
    if (fields.password) expect(page.text).not.toContain(`value="${fields.password}"`)
  },
)

test('what is typed or hinted at stays text', async () => {
  const script = '"><script>alert(1)</script>'
  const { page, send } = await openSignIn({ login_hint: script })
  for (const each of [page, await send({ email: script, password: 'x' })]) {
    expect(each.text).not.toContain('<script>')
    expect(each.text).toContain('&quot;&gt;&lt;script&gt;')
  }
})

test('after ten wrong passwords for one address even the right one has to wait', async () => {
  const { send } = await openSignIn()
  const email = 'patient@example.test'
  for (let count = 0; count < 10; count += 1) {
    expect((await send({ email, password: `guess ${count}` })).status).toBe(422)
  }
  const refused = await send({ email: email.toUpperCase(), password: PASSWORD })
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('Too many failed attempts. Wait 15 minutes and try again.')
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(890)

  const other = await openSignIn()
  const answer = await other.send({ email: 'admin@example.test', password: PASSWORD })
  expect((await other.finish(answer.url)).claims()?.sub).toBe('admin')
})

/** A provider with rate limits, which is asked from different addresses. */
async function openLimited() {
  const limited = await startProvider({
    database,
    environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' },
  })
  const { begin } = await startClient(limited)
  const visitor = new Visitor()
  const page = await visitor.open((await begin()).address)
  const send = (email: string, password: string, source: string) =>
    visitor.request(page.url, {
      method: 'POST',
      body: new URLSearchParams({ email, password }),
      headers: { 'X-Forwarded-For': source },
    })
  return { send, limited }
}

test('wrong passwords keep out the place they come from, and nobody elsewhere', async () => {
  const { send: sendFrom, limited } = await openLimited()
  const send = (password: string, source: string) =>
    sendFrom('clinician@example.test', password, source)
  for (let count = 0; count < 10; count += 1) {
    expect((await send(`guess ${count}`, '2001:db8:2::1')).status).toBe(422)
  }
  expect((await send(PASSWORD, '2001:db8:2::1')).status).toBe(429)
  expect((await send(PASSWORD, '2001:db8:3::1')).status).toBe(303)
  await limited.stop()
})

test('whoever mistypes now and then is not locked out', async () => {
  const fields = { email: 'reception@example.test', password: PASSWORD }
  for (let round = 0; round < 2; round += 1) {
    const { send, finish } = await openSignIn()
    for (let count = 0; count < 9; count += 1) {
      expect((await send({ ...fields, password: `typo ${count}` })).status).toBe(422)
    }
    const answer = await send(fields)
    expect((await finish(answer.url)).claims()?.sub).toBe('reception')
  }
})

test('a place that tries many addresses has to wait, and a right password does not undo that', async () => {
  const { send, limited } = await openLimited()
  for (let count = 0; count < 9; count += 1) {
    expect((await send(`somebody-${count}@example.test`, 'guess', '2001:db8::1')).status).toBe(422)
  }
  const own = await send('patient@example.test', PASSWORD, '2001:db8::2')
  expect(own.status).toBe(303)
  expect((await send('somebody@example.test', 'guess', '2001:db8::3')).status).toBe(422)
  expect((await send('reception@example.test', PASSWORD, '2001:db8::4')).status).toBe(429)
  expect((await send('reception@example.test', PASSWORD, '2001:db8:1::1')).status).toBe(303)
  await limited.stop()
})

test('a page that was left open, or was opened elsewhere, says what to do', async () => {
  const { visitor, page, send } = await openSignIn()
  const elsewhere = await new Visitor().open(page.url)
  await database.db.deleteFrom('demo_provider_record').where('model', '=', 'Interaction').execute()
  const late = [await visitor.open(page.url), await send({ person: 'patient' })]
  for (const each of [elsewhere, ...late]) {
    expect(each.status).toBe(400)
    expect(formatTitle(each)).toBe('Carelane – This sign-in page has expired')
    expect(each.text).toContain('go back to Carelane and sign in again')
    expect(each.text).not.toMatch(/\bat .*:\d+|interaction session/)
  }
})

test('every page lets nothing in, and leads only to the site', async () => {
  const { visitor, page } = await openSignIn()
  const pages = [
    page,
    await visitor.open(`${server.url}/idp`),
    await visitor.open(`${server.url}/idp/nothing?a=b`),
    await visitor.open(`${server.url}/idp/auth`),
    await visitor.open(`${server.url}/idp/session/end/success`),
    await visitor.open((await client.begin({ login_hint: '\0' })).address),
  ]
  expect(pages.map(({ status }) => status)).toEqual([200, 404, 404, 400, 200, 400])
  for (const { headers, text, url } of pages) {
    expect(headers.get('Content-Type'), url.pathname).toBe('text/html; charset=utf-8')
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; base-uri 'none'; " +
        `form-action 'self' ${server.url}; frame-ancestors 'none'; ` +
        "img-src 'self'; script-src 'self'; style-src 'self'",
    )
    expect(text).toContain('<html lang="en-GB">')
    expect(text).not.toMatch(/ style=|<style|<script>| on\w+=/)
  }
  expect(page.headers.get('Cache-Control')).toBe('no-store')
})

test('only our own site’s scripts may read what the provider answers', async () => {
  const readers = ['/.well-known/openid-configuration', '/jwks', '/me', '/token']
  for (const path of readers) {
    for (const [origin, allowed] of [
      [server.url, server.url],
      ['https://elsewhere.example', null],
      ['null', null],
    ] as const) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await fetch(`${server.url}/idp${path}`, {
          method,
          headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
        })
        if (answer.status === 404) continue
        const told = answer.headers.get('Access-Control-Allow-Origin')
        expect(told, `${method} ${path} from ${origin}`).toBe(allowed)
      }
    }
  }
})

test('hostile input is refused, never a fault of ours', async () => {
  const { visitor, page } = await openSignIn()
  const large = await visitor.request(page.url, { method: 'POST', body: 'x'.repeat(100_000) })
  expect(large.status).toBe(413)
  for (const body of ['%00', 'email=%00&password=%00', 'person=%00', '{"person":"patient"}', '']) {
    expect((await visitor.request(page.url, { method: 'POST', body })).status, body).toBe(422)
  }
  for (const body of ['grant_type=authorization_code&code=%00', 'grant_type=refresh_token', '%']) {
    const answer = await visitor.request(`${server.url}/idp/token`, {
      method: 'POST',
      body: new URLSearchParams(`${body}&client_id=carelane&redirect_uri=%00&code_verifier=%00`),
      headers: { Accept: 'application/json' },
    })
    expect(answer.status, body).toBe(400)
  }
  const bearer = await visitor.request(`${server.url}/idp/me`, {
    headers: { Authorization: 'Bearer nothing', Accept: 'application/json' },
  })
  expect(bearer.status).toBe(401)
})

test('behind a proxy every address is the public one, and cookies need TLS', async () => {
  const publicUrl = 'https://clinic.example'
  const hidden = await startProvider({
    database,
    environment: { PUBLIC_URL: publicUrl, ALLOW_DEMO_IDENTITY: '1' },
  })
  const metadata = (await (
    await fetch(`${hidden.url}/idp/.well-known/openid-configuration`, {
      headers: { 'X-Forwarded-Host': 'elsewhere.example', 'X-Forwarded-Proto': 'http' },
    })
  ).json()) as Record<string, unknown>
  expect(metadata['issuer']).toBe(`${publicUrl}/idp`)
  for (const [name, value] of Object.entries(metadata)) {
    if (name.endsWith('_endpoint')) expect(value, name).toMatch(/^https:\/\/clinic\.example\/idp\//)
  }
  const visitor = new Visitor({ [publicUrl]: hidden.url })
  const address = new URL((await client.begin()).address)
  address.searchParams.set('redirect_uri', `${publicUrl}/callback`)
  const first = await visitor.request(publicUrl + address.pathname + address.search)
  for (const cookie of first.headers.getSetCookie()) expect(cookie).toMatch(/; secure; httponly/i)
  const page = await visitor.open(new URL(first.headers.get('Location') ?? '', publicUrl))
  const { url } = await visitor.send(page, { person: 'patient' }, atCallback)
  expect(url.origin).toBe(publicUrl)
  expect(url.searchParams.get('iss')).toBe(`${publicUrl}/idp`)
  expect(url.searchParams.has('code')).toBe(true)
  await hidden.stop()
})

test('housekeeping removes what has expired, and nothing else', async () => {
  await openSignIn()
  const ids = await database.db.selectFrom('demo_provider_record').select('id').execute()
  const over = ids[0]?.id ?? ''
  await updateRows(
    database.db,
    'demo_provider_record',
    { id: over },
    { expires_at: new Date(Date.now() - 1000) },
  )
  await removeExpiredRecords(database.db)
  const kept = await database.db.selectFrom('demo_provider_record').select('id').execute()
  expect(kept).toEqual(ids.filter(({ id }) => id !== over))
})

test('the pages wear the colours of the site', () => {
  const colours = (path: string) => {
    const sheet = readFileSync(new URL(path, import.meta.url), 'utf8')
    const [light = '', dark = ''] = sheet.split('prefers-color-scheme: dark')
    return [light, dark].map((part) =>
      Object.fromEntries(
        [...part.matchAll(/(--color-[\w-]+): (#\w+|oklch\([\d. ]+\));/g)].map(
          ([, name = '', value]) => [name, value],
        ),
      ),
    )
  }
  const site = colours('../../../src/styles/tokens.css')
  const own = colours('../../../src/demo/identity-provider/pages.css')
  expect(Object.keys(own[0] ?? {})).toEqual(Object.keys(own[1] ?? {}))
  // What the dark does not say is as in the light.
  expect(site[0]).toMatchObject(own[0] ?? {})
  expect({ ...site[0], ...site[1] }).toMatchObject(own[1] ?? {})
})
