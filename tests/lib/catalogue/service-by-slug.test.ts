import { expect, test } from 'vitest'
import { createApiClient } from '#lib/api/client.ts'
import { serviceBySlug } from '#lib/catalogue/service-by-slug.ts'

/** An API that answers every call alike and remembers what it was asked. */
function answering(status: number, body: unknown) {
  const asked: string[] = []
  const api = createApiClient('https://example.test/api', async (address) => {
    asked.push(String(address))
    return Response.json(body, { status })
  })
  return { api, asked }
}

test('the service with the slug is asked for with the key', async () => {
  const { api, asked } = answering(200, { count: 1, results: [{ id: 1, slug: 'flu' }] })
  expect(await serviceBySlug(api, 'flu', 'secret')).toEqual({ id: 1, slug: 'flu' })
  expect(asked).toEqual(['https://example.test/api/public/appointmenttypes/?slug=flu&key=secret'])
})

test('no such service, and a slug that none can have, are null', async () => {
  expect(await serviceBySlug(answering(200, { count: 0, results: [] }).api, 'x', undefined)).toBe(
    null,
  )
  expect(await serviceBySlug(answering(400, { slug: ['bad'] }).api, 'X y', undefined)).toBe(null)
})

test('a service of another slug is never shown', async () => {
  const { api } = answering(200, { count: 1, results: [{ id: 1, slug: 'flu' }] })
  expect(await serviceBySlug(api, undefined, undefined)).toBe(null)
})

test('an API that is away is not mistaken for a missing service', async () => {
  const { api } = answering(503, { code: 'unavailable', detail: 'Away.' })
  await expect(serviceBySlug(api, 'flu', undefined)).rejects.toMatchObject({ status: 503 })
})
