import { expect, test } from 'vitest'
import { z } from 'zod'
import { createApiClient } from '#lib/api/client.ts'
import { contract } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'

const operations = Object.entries(contract) as [string, Operation][]
const lists = operations.flatMap(([key, { response }]) =>
  key.startsWith('GET') && response instanceof z.ZodObject && 'results' in response.shape
    ? [key as 'GET public/gpsurgeries/']
    : [],
)

test.each(lists)('%s may answer with a bare array: it is all there is', async (key) => {
  const { call } = createApiClient('/api', async () => Response.json([{ id: 1 }, { id: 2 }]))
  expect(await call(key)).toEqual({ count: 2, results: [{ id: 1 }, { id: 2 }] })
})

test('a page stays as it is, and so does a single record', async () => {
  const page = { count: 900, more: true, results: [{ id: 1 }] }
  const paged = createApiClient('/api', async () => Response.json(page))
  expect(await paged.call('GET public/gpsurgeries/')).toEqual(page)
  const record = createApiClient('/api', async () => Response.json({ id: 1 }))
  expect(await record.call('GET private/is-logged-in/')).toEqual({ id: 1 })
})

test('no call of the contract means a bare array to be anything but a list', () => {
  expect(operations.filter(([, { response }]) => response instanceof z.ZodArray)).toEqual([])
})
