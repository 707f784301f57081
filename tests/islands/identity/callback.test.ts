import { ErrorResponse } from 'oidc-client-ts'
import { expect, test, vi } from 'vitest'
import { runCallback } from '#islands/identity/callback.ts'

const CALLBACK = 'https://clinic.example/callback'
const client = () => ({
  signinRedirect: vi.fn(async () => undefined),
  signinCallback: vi.fn(async () => undefined),
  removeUser: vi.fn(async () => undefined),
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
  expect(await runCallback(provider, CALLBACK)).toEqual({
    kind: 'failed',
    code: 'network',
    text: '',
  })
  expect(await runCallback(provider, `${CALLBACK}?code=abc&state=def`)).toEqual({
    kind: 'failed',
    code: 'state_not_found',
    text: '',
  })
  expect(provider.removeUser).not.toHaveBeenCalled()
})

test('a refusal is an answer too, and the client judges whether it is to us', async () => {
  const provider = client()
  const address = `${CALLBACK}?error=access_denied&state=def`
  provider.signinCallback.mockRejectedValue(
    new ErrorResponse({ error: 'access_denied', error_description: ' Ask\nthe desk ' }),
  )
  expect(await runCallback(provider, address)).toEqual({
    kind: 'failed',
    code: 'access_denied',
    text: 'Ask the desk',
  })
  expect(provider.signinCallback).toHaveBeenCalledExactlyOnceWith(address)
  expect(provider.signinRedirect).not.toHaveBeenCalled()
})

test('that the provider knows nobody leaves no user of its own behind', async () => {
  const provider = client()
  provider.signinCallback.mockRejectedValue(new ErrorResponse({ error: 'login_required' }))
  expect(await runCallback(provider, `${CALLBACK}?error=login_required&state=def`)).toEqual({
    kind: 'anonymous',
    code: 'login_required',
  })
  expect(provider.removeUser).toHaveBeenCalledOnce()
})
