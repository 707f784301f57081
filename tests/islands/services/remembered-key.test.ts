import '../ui/island-setup.ts'

import { afterEach, expect, it, vi } from 'vitest'
import { followRememberedKey } from '#islands/services/secret-key.ts'

const stored = () => sessionStorage.getItem('secretKey')
const keep = (key: string) => sessionStorage.setItem('secretKey', key)

/** Where a page of services leads that was asked for by this address. */
function open(address: string) {
  history.replaceState(null, '', address)
  const replace = vi.fn()
  followRememberedKey(replace)
  return replace.mock.calls.flat()
}

afterEach(() => history.replaceState(null, '', '/'))

it('remembers a key that arrives in the address, in place of any other', () => {
  expect(open('/services?key=sesame')).toEqual([])
  expect(stored()).toBe('sesame')
  expect(open('/services?key=other')).toEqual([])
  expect(stored()).toBe('other')
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
