import { expect, test } from 'vitest'
import { contract } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'

const SECRET = /pin|password|token|secret|email|uuid/

// Proxies and browser histories keep addresses.
test('no call but one takes a secret, or a person’s identity, in its address', () => {
  const found = Object.entries(contract as Record<string, Operation>).flatMap(
    ([key, { params, query }]) =>
      Object.keys({ ...params?.shape, ...query?.shape })
        .filter((name) => SECRET.test(name))
        .map((name) => `${key}: ${name}`),
  )
  // Calendar programs send nothing but an address (docs/decisions/0079).
  expect(found).toEqual(['GET public/calendar-feeds/{token}/schedule.ics: token'])
})
