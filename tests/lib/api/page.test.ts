import { expect, test } from 'vitest'
import { asPage } from '#lib/api/page.ts'

test('a page is a page, and a bare array is all there is', () => {
  expect(asPage({ count: 7, results: ['a', 'b'] })).toEqual({ count: 7, results: ['a', 'b'] })
  expect(asPage(['a', 'b'])).toEqual({ count: 2, results: ['a', 'b'] })
  expect(asPage([])).toEqual({ count: 0, results: [] })
})
