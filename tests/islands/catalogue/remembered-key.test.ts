import { expect, it, vi } from 'vitest'
import { followRememberedKey } from '#islands/catalogue/secret-key.ts'

const stored = () => sessionStorage.getItem('secretKey')
const keep = (key: string) => sessionStorage.setItem('secretKey', key)

/** Where a page of services leads that was asked for by this address. */
function open(address: string, isKnown: boolean | null = true) {
  history.replaceState(null, '', address)
  const replace = vi.fn()
  followRememberedKey(isKnown, replace)
  return replace.mock.calls.flat()
}

it('remembers a key that arrives in the address, in place of any other', () => {
  expect(open('/services?key=sesame')).toEqual([])
  expect(stored()).toBe('sesame')
  expect(open('/services?key=other')).toEqual([])
  expect(stored()).toBe('other')
})

it('takes a key that opens nothing off the address, and remembers it not', () => {
  expect(open('/services?q=flu&key=abc#top', false)).toEqual([])
  expect(stored()).toBeNull()
  expect(location.href).toBe(`${location.origin}/services?q=flu#top`)
})

it('goes on with the remembered key where another opens nothing', () => {
  keep('sesame')
  expect(open('/services?key=abc', false)).toEqual([`${location.origin}/services?key=sesame`])
  expect(stored()).toBe('sesame')
})

it('forgets a remembered key that opens nothing any more', () => {
  keep('sesame')
  expect(open('/services?key=sesame', false)).toEqual([])
  expect(stored()).toBeNull()
  expect(location.search).toBe('')
})

it('neither remembers nor forgets a key where the page cannot tell', () => {
  expect(open('/services/gone?key=abc', null)).toEqual([])
  expect(stored()).toBeNull()
  keep('sesame')
  expect(open('/services/gone?key=sesame', null)).toEqual([])
  expect(stored()).toBe('sesame')
})

it('loads a page without a key anew with the one that is remembered', () => {
  keep('open sesame')
  expect(open('/services?q=flu&site=mill-lane#top')).toEqual([
    `${location.origin}/services?q=flu&site=mill-lane&key=open+sesame#top`,
  ])
  expect(stored()).toBe('open sesame')
})

it('leaves a page as it is while no key is remembered', () => {
  expect(open('/services?q=flu')).toEqual([])
  expect(open('/services?key=')).toEqual([])
})

it('does not load a page again and again with a key that none accepts', () => {
  keep('k'.repeat(201))
  expect(open('/services')).toEqual([])
})
