import { expect, test } from 'vitest'
import { pagePolicy } from '#lib/page/page-policy.ts'
import { settings } from '../../islands/public-settings.ts'

const BUILT =
  "default-src 'self';connect-src 'self';frame-ancestors 'none'; script-src 'self' 'sha256-abc='; style-src 'self' 'sha256-ghi=';"
const elsewhere = {
  ...settings,
  identity: { ...settings.identity, authority: 'https://id.example:8443/realms/clinic' },
}

const toDirectives = (...given: Parameters<typeof pagePolicy>) => pagePolicy(...given).split('; ')

test('an identity provider of our own needs nothing more', () => {
  expect(toDirectives(BUILT, settings, { isFrame: false, styleHash: 'sha256-def=' })).toEqual([
    "default-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "script-src 'self' 'sha256-abc='",
    "style-src 'self' 'sha256-ghi=' 'sha256-def='",
  ])
})

test('an identity provider elsewhere may be asked and framed, by its origin', () => {
  expect(toDirectives(BUILT, elsewhere, { isFrame: false, styleHash: 'sha256-def=' })).toEqual([
    "default-src 'self'",
    "connect-src 'self' https://id.example:8443",
    "frame-ancestors 'none'",
    "script-src 'self' 'sha256-abc='",
    "style-src 'self' 'sha256-ghi=' 'sha256-def='",
    "frame-src 'self' https://id.example:8443",
  ])
})

test('live channels elsewhere may be opened, by their origin', () => {
  const given = { ...settings, webSocketBase: 'wss://live.clinic.example/ws' }
  expect(toDirectives(BUILT, given, { isFrame: false, styleHash: 'sha256-def=' })).toContain(
    "connect-src 'self' wss://live.clinic.example",
  )
})

test('the page that ends a silent renewal may be framed by this site alone', () => {
  const directives = toDirectives(BUILT, elsewhere, { isFrame: true, styleHash: 'sha256-def=' })
  expect(directives.filter((directive) => directive.startsWith('frame-ancestors'))).toEqual([
    "frame-ancestors 'self'",
  ])
})

const reporting = (tunnel: string | null) => ({
  ...settings,
  errorReporting: { dsn: 'https://key@errors.example/1', tunnel, replayKey: null },
})

test.each([
  [null, "'self' https://errors.example"],
  ['https://tunnel.example/in', "'self' https://tunnel.example"],
  ['/errors', "'self'"],
])('errors may be sent where they are taken, and nowhere else: by %s', (tunnel, sources) => {
  const directives = toDirectives(BUILT, reporting(tunnel), {
    isFrame: false,
    styleHash: 'sha256-def=',
  })
  expect(directives).toEqual([
    "default-src 'self'",
    `connect-src ${sources}`,
    "frame-ancestors 'none'",
    "script-src 'self' 'sha256-abc='",
    "style-src 'self' 'sha256-ghi=' 'sha256-def='",
  ])
})
