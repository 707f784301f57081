import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { createWebServer } from '#server/web-server.ts'
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
