import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownPath } from '#lib/page/own-path.ts'
import { runs } from '../../amount.ts'

describe('a path to come back to', () => {
  test.each([
    '/',
    '/user/appointments',
    '/services/flu-jab/availability?site=harbour-street&week=2026-08-03#times',
    '/services?key=a%2Fb',
    '/apiary',
  ])('%s is followed as it is', (path) => expect(ownPath(path)).toBe(path))

  test.each([
    null,
    '',
    'user/appointments',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/user\u0000',
    'https://evil.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    '/..//evil.example',
    '/.//evil.example',
    '//user@evil.example/',
  ])('%j is not', (text) => expect(ownPath(text)).toBeNull())

  test.each([
    '/login?redirect=/login',
    '/callback',
    '/logout-success',
    '/api/private/logout',
    '/idp',
  ])('%s is part of signing in or out, and not come back to', (path) =>
    expect(ownPath(path)).toBeNull(),
  )

  test('whatever is let through stays on the site it is followed on', () => {
    const piece = fc.constantFrom('/', '\\', '.', '..', ':', '@', '?', '#', '%2f', '\t', 'a', 'b.c')
    const texts = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const path = ownPath(text)
        if (path === null) return
        const followed = new URL(path, 'https://clinic.example')
        expect(followed.origin).toBe('https://clinic.example')
        expect(followed.pathname.startsWith('//')).toBe(false)
        expect(ownPath(path)).toBe(path)
      }),
      { numRuns: runs(300, 2_000) },
    )
  })
})
