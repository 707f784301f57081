import { expect, test } from 'vitest'
import { parseServiceQuery } from '#lib/catalogue/parse-service-query.ts'
import { knownQuery, withServiceQuery } from '#lib/catalogue/service-query.ts'

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
