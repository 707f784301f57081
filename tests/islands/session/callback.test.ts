import { expect, test, vi } from 'vitest'
import { runCallback } from '#islands/session/callback.ts'

const CALLBACK = 'https://clinic.example/callback'
const client = () => ({
  signinRedirect: vi.fn(async () => undefined),
  signinCallback: vi.fn(async () => undefined),
})

test('without an answer the browser asks the provider, and leaves nothing to come back to', async () => {
  const provider = client()
  expect(await runCallback(provider, CALLBACK)).toEqual({ kind: 'leaving' })
  expect(provider.signinRedirect).toHaveBeenCalledExactlyOnceWith({ redirectMethod: 'replace' })
  expect(provider.signinCallback).not.toHaveBeenCalled()
})

test('an answer is taken, once', async () => {
  const provider = client()
  const address = `${CALLBACK}?code=abc&state=def`
  expect(await runCallback(provider, address)).toEqual({ kind: 'signedIn' })
  expect(provider.signinCallback).toHaveBeenCalledExactlyOnceWith(address)
  expect(provider.signinRedirect).not.toHaveBeenCalled()
})

test('what goes wrong is a word to explain', async () => {
  const provider = client()
  provider.signinRedirect.mockRejectedValue(new TypeError('Failed to fetch'))
  provider.signinCallback.mockRejectedValue(new Error('No matching state found in storage'))
  expect(await runCallback(provider, CALLBACK)).toEqual({ kind: 'failed', code: 'network' })
  expect(await runCallback(provider, `${CALLBACK}?code=abc&state=def`)).toEqual({
    kind: 'failed',
    code: 'state_not_found',
  })
})
