import { expect, test } from 'vitest'
import {
  parseLinkedDay,
  parseLinkedStart,
  parseServiceQuery,
} from '#lib/catalogue/parse-service-query.ts'
import { knownQuery, withServiceQuery } from '#lib/catalogue/service-query.ts'
import { timeLink } from '#lib/catalogue/time-link.ts'

const queryIn = (query: string) =>
  parseServiceQuery(new URL(`https://example.test/services${query}`))

test('the key and the branch of the address are found and carried on in links', () => {
  expect(queryIn('?key=a%26b c&site=mill-lane&q=flu')).toEqual({ key: 'a&b c', site: 'mill-lane' })
  expect(withServiceQuery('/services/4', { key: 'a&b c' })).toBe('/services/4?key=a%26b+c')
  expect(withServiceQuery('/services/4', { site: 'mill-lane' })).toBe('/services/4?site=mill-lane')
  expect(withServiceQuery('/services/4', { key: 'a', site: 'b' })).toBe('/services/4?key=a&site=b')
})

test('without them links have no query', () => {
  expect(queryIn('')).toEqual({})
  expect(queryIn('?key=&site=')).toEqual({})
  expect(withServiceQuery('/services/4', {})).toBe('/services/4')
})

test('a key or a branch that the API would refuse counts as none', () => {
  expect(queryIn('?key=%00')).toEqual({})
  expect(queryIn('?key=%0d%0aa')).toEqual({})
  expect(queryIn(`?key=${'k'.repeat(200)}`).key).toHaveLength(200)
  expect(queryIn(`?key=${'k'.repeat(201)}`)).toEqual({})
  expect(queryIn('?site=Not+a+slug')).toEqual({})
})

test('a key is carried on only where the API showed that it knows it', () => {
  const asked = { key: 'abc', site: 'mill-lane' }
  const url = 'https://example.test/api/public/appointmenttypes/7/'
  expect(knownQuery(asked, [{ url: `${url}?key=abc` }])).toEqual(asked)
  expect(knownQuery(asked, [{ url }])).toEqual({ site: 'mill-lane' })
  expect(knownQuery(asked, [])).toEqual({ site: 'mill-lane' })
})

test('a link to a time names its branch and its start, which the page finds again', () => {
  const site = { id: 2, slug: 'mill-lane', name: 'Mill Lane' }
  const start = '2026-08-05T08:30:00.000Z'
  const link = timeLink({ slug: 'flu-jab', key: 'a b' }, { start, site })
  expect(link).toMatch(/^\/services\/flu-jab\/availability\?key=a\+b&site=mill-lane&time=/)
  const startIn = (address: string) => parseLinkedStart(new URL(address, 'https://example.test'))
  expect(startIn(link)).toBe(start)
  expect(startIn('?time=2026-08-05T09:30:00%2B01:00')).toBe(start)
  for (const odd of [
    '',
    '?time=',
    '?time=9:30am',
    '?time=2026-02-30T09:30:00Z',
    '?time=2026-08-05',
  ]) {
    expect(startIn(odd), odd).toBeNull()
  }
})

test('a week or a day that the API would refuse counts as none', () => {
  const weekIn = (week: string) =>
    parseLinkedDay(new URL(`https://example.test?week=${week}&day=2026-08-05`), 'week')
  expect(weekIn('2026-08-03')).toBe('2026-08-03')
  for (const odd of ['', 'yesterday', '2026-02-30', '1999-12-31', '9'.repeat(300)]) {
    expect(weekIn(odd), odd).toBeNull()
  }
})
