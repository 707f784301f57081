import { expect, test } from 'vitest'
import { secretKeyOf, withKey } from '#lib/catalogue/secret-key.ts'

const keyIn = (query: string) => secretKeyOf(new URL(`https://example.test/services${query}`))

test('the key of the address is found and carried on in links', () => {
  expect(keyIn('?key=a%26b c')).toBe('a&b c')
  expect(withKey('/services/4', 'a&b c')).toBe('/services/4?key=a%26b+c')
})

test('without a key links have no query', () => {
  expect(keyIn('')).toBeUndefined()
  expect(keyIn('?key=')).toBeUndefined()
  expect(withKey('/services/4', undefined)).toBe('/services/4')
})

test('a key that the API would refuse counts as none', () => {
  expect(keyIn('?key=%00')).toBeUndefined()
  expect(keyIn('?key=%0d%0aa')).toBeUndefined()
  expect(keyIn(`?key=${'k'.repeat(200)}`)).toHaveLength(200)
  expect(keyIn(`?key=${'k'.repeat(201)}`)).toBeUndefined()
})
