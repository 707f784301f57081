import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { get, type Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { connect } from '#server/database/connection.ts'
import type { AppEnvironment } from '#server/http/request-context.ts'
import { createLog } from '#server/log/log.ts'
import { createWebServer } from '#server/web/web-server.ts'
import { addSite } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

// Pages are there once they have been built.
describe.skipIf(!existsSync('dist/server/entry.mjs'))('a page', () => {
  let api: TestServer
  let web: Server
  let headers: Record<string, string>
  beforeAll(async () => {
    api = await startTestServer()
    ;({ headers } = await addSignedIn(api, { person: { first_name: 'Rosalind' } }))
    web = await createWebServer(api.services, createApp(api.services))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise((resolve) => web.close(resolve))
    await api.stop()
  })
  const ask = (path: string, more: Record<string, string> = {}) =>
    send({ url: `http://127.0.0.1:${(web.address() as AddressInfo).port}` }, 'GET', path, {
      headers: more,
    })

  test.each(['/', '/services', '/account-menu', '/admin/audit', '/nothing-here'])(
    '%s that names somebody is kept by no cache, and is nobody’s without their cookie',
    async (path) => {
      const theirs = await ask(path, headers)
      expect(theirs.text).toContain('Rosalind')
      expect(theirs.headers.get('Cache-Control')).toBe('no-store')
      expect((await ask(path)).text).not.toContain('Rosalind')
    },
  )

  test('that needs a sign-in is come back to with its whole address', async () => {
    const { status, text } = await ask('/admin/audit?action=person&page=2')
    expect(status).toBe(401)
    const back = new URLSearchParams({ redirect: '/admin/audit?action=person&page=2' })
    expect(/href="(\/login[^"]*)"/.exec(text)?.[1]).toBe(`/login?${back}`)
  })

  test.each(['/', '/services', '/admin/audit', '/account-menu', '/nothing-here'])(
    '%s says which letters it is written in',
    async (path) => {
      expect((await ask(path)).headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    },
  )

  test('is not made by the name that its visitor writes into the request', async () => {
    const names = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' }
    for (const path of ['/', '/services', '/login', '//evil.example/services']) {
      const { text } = await ask(path, names)
      expect(text, path).not.toMatch(/(href|src|action|content)="[^"?#]*\/\/evil\.example/)
    }
  })

  test('repeats nothing of its address but as text', async () => {
    const script = '"><script>alert(1)</script>'
    const query = new URLSearchParams({ q: script, redirect: script, error: script, here: script })
    for (const path of ['/services', '/login', '/callback', '/account-menu', '/nothing-here']) {
      expect((await ask(`${path}?${query}`)).text, path).not.toContain(script)
    }
  })

  test('invents no branch where there is no site, and shows a site as soon as there is one', async () => {
    const none = await Promise.all(
      ['/', '/contact', '/about', '/contact-details/harbour-street'].map((path) => ask(path)),
    )
    expect(none.map(({ status }) => status)).toEqual([200, 200, 200, 404])
    for (const { text } of none) expect(text).not.toMatch(/Harbour Street|Mill Lane|01632/)
    for (const { text } of none.slice(0, 2)) expect(text).toContain('no branches to show yet')

    const { site } = await addSite(api.database.db, {
      name: 'Quay Road',
      telephone: '01632 960 388',
      offers_services: false,
    })
    for (const path of ['/', '/contact', `/contact-details/${site.slug}`]) {
      expect((await ask(path)).text, path).toContain('Quay Road')
    }
    expect((await ask('/contact')).text).not.toContain('no branches to show yet')
  })

  test('about contact leads everybody to an appointment that they have booked', async () => {
    const { text } = await ask('/contact')
    for (const [href, words] of [
      ['/appointments', 'find your appointment'],
      ['/user/appointments', 'your appointments'],
    ])
      expect(text).toContain(`<a href="${href}">${words}</a>`)
    expect(text).toMatch(/see it, change the time or cancel it/)
  })

  test('of the branches shows them as they were last known while the database is away', async () => {
    const { site } = await addSite(api.database.db, { name: 'Always There' })
    expect((await ask('/contact')).text).toContain('Always There')
    const { db } = api.services
    api.services.db = connect('postgres://nobody@127.0.0.1:1/none', {
      poolSize: 1,
      onError: () => undefined,
    })
    for (const path of ['/', '/contact', `/contact-details/${site.slug}`]) {
      const answer = await ask(path)
      expect([answer.status, answer.text.includes('Always There')], path).toEqual([200, true])
    }
    await api.services.db.destroy()

    // Nor does anybody wait for one that says nothing.
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    api.services.db = connect(`postgres://nobody@127.0.0.1:${port}/none`, {
      poolSize: 1,
      onError: () => undefined,
    })
    const began = performance.now()
    expect((await ask('/contact')).text).toContain('Always There')
    expect(performance.now() - began).toBeGreaterThan(1_000)
    api.services.db = db
    silent.close()
  })

  test('runs and loads what is ours alone', async () => {
    const policy = (await ask('/')).headers.get('Content-Security-Policy') ?? ''
    const directives = new Map(
      policy.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        return [name, sources]
      }),
    )
    expect(Object.fromEntries(directives)).toMatchObject({
      'default-src': ["'self'"],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
    })
    for (const name of ['script-src', 'style-src']) {
      const sources = directives.get(name) ?? []
      expect(sources.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'"])
    }
  })
})

describe.skipIf(!existsSync('dist/server/entry.mjs'))('a page that fails', () => {
  let api: TestServer
  let web: Server
  const lines: string[] = []
  const report = vi.fn()
  beforeAll(async () => {
    api = await startTestServer({
      services: {
        log: createLog('debug', { write: (line) => void lines.push(line) }),
        faults: { report, close: async () => undefined },
      },
    })
    // What no page can be made of.
    const broken = new Hono<AppEnvironment>().all('*', (context) => context.json({ results: 1 }))
    web = await createWebServer(api.services, broken)
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise((resolve) => web.close(resolve))
    await api.stop()
  })

  const ask = (path: string, headers: Record<string, string> = {}) =>
    send({ url: `http://127.0.0.1:${(web.address() as AddressInfo).port}` }, 'GET', path, {
      headers,
    })

  test('is logged and reported once, by its route and the kind of error, and nowhere else', async () => {
    const printed = (['log', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockReturnValue(undefined),
    )
    const answer = await ask('/services/travel?key=the-secret-key&q=my-name')
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('Sorry, something went wrong')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 50,
        time: expect.any(Number),
        requestId: answer.headers.get('X-Request-Id'),
        method: 'GET',
        route: '/services/[category_id]',
        fault: { type: 'TypeError', stack: expect.stringMatching(/^ +at /) },
        msg: 'a page failed',
      },
    ])
    expect(lines.join()).not.toMatch(/the-secret-key|my-name|travel/)
    expect(report.mock.calls).toEqual([
      [expect.any(TypeError), { method: 'GET', route: '/services/[category_id]' }],
    ])
    for (const print of printed) expect(print).not.toHaveBeenCalled()
  })

  test('in a part of it that comes last is answered and logged in the same way', async () => {
    lines.length = 0
    // Somebody's session, of whom the API says nothing that a header could show.
    const headers = { Cookie: 'carelane-session=somebody' }
    const answer = await ask('/about?key=the-secret-key', headers)
    expect(answer.status).toBe(500)
    expect(answer.text).toBe('Sorry, something went wrong.')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 50,
        requestId: answer.headers.get('X-Request-Id'),
        method: 'GET',
        route: '/about',
        msg: 'a page failed',
      }),
    ])
    expect(JSON.parse(lines[0] ?? '{}').fault.type).toBe('TypeError')
  })
})

describe.skipIf(!existsSync('dist/server/entry.mjs'))('a request that makes no address', () => {
  let api: TestServer
  let web: Server
  const lines: string[] = []
  beforeAll(async () => {
    api = await startTestServer({
      services: { log: createLog('warn', { write: (line) => void lines.push(line) }) },
      demoProvider: true,
    })
    web = await createWebServer(api.services, createApp(api.services))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise((resolve) => web.close(resolve))
    await api.stop()
  })

  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { port } = web.address() as AddressInfo
      get({ host: '127.0.0.1', port, path, headers, agent: false }, async (response) => {
        const text = (await response.toArray()).join('')
        resolve({ status: response.statusCode ?? 0, text })
      }).on('error', reject)
    })

  const parts = ['/services', '/favicon.svg', '/api/public/gpsurgeries/', '/healthz', '/idp/jwks']

  test.each(['a b@c', 'x@y', 'a/b', 'a\\b', 'a?b', 'a#b', '[::1', 'elsewhere:99999', '%zz', '<b>'])(
    'by its Host %o is a 400, and no error of ours',
    async (host) => {
      lines.length = 0
      for (const path of parts) expect((await ask(path, { Host: host })).status, path).toBe(400)
      expect(lines).toEqual([])
    },
  )

  test.each(['[::1]:4321', 'clinic_1.example', 'localhost', '127.0.0.1:80'])(
    'a Host of %s is one',
    async (host) => {
      expect((await ask('/services', { Host: host })).status).toBe(200)
    },
  )

  test.each(['/services/%', '/%E0%A4%A', '/_astro/%', '/appointments/%zz', '/clinic/schedule/%zz'])(
    '%s is a page that is not found, and no error of ours',
    async (path) => {
      lines.length = 0
      const answer = await ask(path)
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('Page not found')
      expect(lines).toEqual([])
    },
  )
})
