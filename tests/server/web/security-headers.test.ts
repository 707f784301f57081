import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { securityHeaders } from '#server/web/security-headers.ts'
import { createWebServer } from '#server/web/web-server.ts'
import { send } from '../send.ts'
import { startTestServer, testSettings } from '../test-server.ts'

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}
const OF_WHAT_IS_NO_PAGE = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}
const OF_THE_API = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

const api = await startTestServer()
afterAll(() => api.stop())

const ANSWERS = [
  ['GET', '/api/public/appointmenttypes/', 200],
  ['GET', '/api/public/appointmenttypes/?page=x', 400],
  ['GET', '/api/nothing', 404],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/api/docs', 200],
  ['POST', '/api/public/users/', 400],
] as const

test.each(ANSWERS)(
  '%s %s is neither kept, indexed, framed nor run',
  async (method, path, status) => {
    const answer = await send(api, method, path)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(lowered(OF_THE_API))
  },
)

test('a request goes by a name that its sender has not chosen', async () => {
  const names = new Set<string | null>()
  for (let count = 0; count < 2; count += 1) {
    const { headers } = await send(api, 'GET', '/api/public/gpsurgeries/', {
      headers: { 'X-Request-Id': 'of-my-choosing' },
    })
    names.add(headers.get('X-Request-Id'))
  }
  expect(names.size).toBe(2)
  for (const name of names) expect(name).toMatch(/^[0-9a-f-]{36}$/)
})

test('a site that is reached by HTTPS asks browsers to stay with it', () => {
  expect(securityHeaders(testSettings())).toEqual({ ...EVERYWHERE, ...OF_WHAT_IS_NO_PAGE })
  expect(
    securityHeaders(
      testSettings({ PUBLIC_URL: 'https://book.example.test', ALLOW_DEMO_IDENTITY: '1' }),
    ),
  ).toEqual({
    ...EVERYWHERE,
    ...OF_WHAT_IS_NO_PAGE,
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  })
})

// Pages are there once they have been built.
describe.skipIf(!existsSync('dist/server/entry.mjs'))('the whole server', () => {
  let web: Server
  beforeAll(async () => {
    web = await createWebServer(api.services, createApp(api.services))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => web.close(resolve)))
  const ask = (path: string) =>
    send({ url: `http://127.0.0.1:${(web.address() as AddressInfo).port}` }, 'GET', path)

  test.each(['/', '/services', '/about', '/nothing-here'])('the page %s', async (path) => {
    const { headers } = await ask(path)
    expect(headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(Object.fromEntries(headers)).toMatchObject(lowered(EVERYWHERE))
  })

  test.each(['/favicon.svg', '/healthz'])('the file %s runs nothing', async (path) => {
    const { status, headers } = await ask(path)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject(
      lowered({ ...EVERYWHERE, ...OF_WHAT_IS_NO_PAGE }),
    )
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s of a page is refused',
    async (method) => {
      const { port } = web.address() as AddressInfo
      const answer = await send({ url: `http://127.0.0.1:${port}` }, method, '/about')
      expect(answer.status).toBe(405)
      expect(answer.headers.get('Allow')).toBe('GET, HEAD')
    },
  )

  test.each(['//%5B', '%00', 'javascript:1', '%'])(
    'the menu of a page %s is made',
    async (here) => {
      expect((await ask(`/account-menu?here=${here}`)).status).toBe(200)
    },
  )

  test.each(['/api/public/appointmenttypes/', '/api/nothing', '/api/docs'])(
    'the answer of %s',
    async (path) => {
      const { headers } = await ask(path)
      expect(Object.fromEntries(headers)).toMatchObject(lowered({ ...EVERYWHERE, ...OF_THE_API }))
    },
  )
})

function lowered(headers: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}
