import { afterEach, expect, test, vi } from 'vitest'
import { createApiClient } from '#lib/api/client.ts'

afterEach(() => vi.unstubAllGlobals())

const online = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })
const lost = new TypeError('Failed to fetch')
const cancel = (send: typeof fetch) =>
  createApiClient('/api', send).call('DELETE private/appointments/{id}/', {
    params: { id: 41 },
    body: { cancellation_notes: '' },
  })

test('what fails without a network was never sent', async () => {
  online(false)
  await expect(cancel(() => Promise.reject(lost))).rejects.toMatchObject({
    isUnsent: true,
    detail: 'You are offline. Try again when you have a connection.',
  })
})

test('of what fails as the network goes or comes nobody knows', async () => {
  for (const before of [true, false]) {
    online(before)
    const failing = () => {
      online(!before)
      return Promise.reject(lost)
    }
    await expect(cancel(failing)).rejects.toMatchObject({ isUnsent: false, isUnanswered: true })
  }
})

test('of what nobody answers in time nobody knows', async () => {
  online(false)
  const timeout = new DOMException('The operation timed out.', 'TimeoutError')
  await expect(cancel(() => Promise.reject(timeout))).rejects.toMatchObject({ isUnsent: false })
})

test('a browser that wrongly thinks it has no network is still served', async () => {
  online(false)
  const answer = await cancel(async () => Response.json({ status: 'cancelled' }))
  expect(answer).toEqual({ status: 'cancelled' })
})
