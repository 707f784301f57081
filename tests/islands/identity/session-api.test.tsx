import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sessionApi } from '#islands/identity/api.ts'
import { hasUnsavedWork } from '#islands/identity/unsaved-work.ts'
import { settings } from '../public-settings.ts'

const answering = (status: number) =>
  vi.fn(async () => Response.json({ code: 'not_signed_in', detail: 'Sign in first.' }, { status }))

test('a guest’s token that is not known is no reason to sign in; any other 401 is', async () => {
  const api = sessionApi(settings, answering(401))
  const guest = api.call('GET public/check-guest-user/', {
    headers: { 'Guest-User-Access-Token': 'gone' },
  })
  await expect(guest).rejects.toMatchObject({ status: 401 })
  const refused = sessionApi(settings, answering(403)).call('GET private/sessions/')
  await expect(refused).rejects.toMatchObject({ status: 403 })
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByRole('dialog')).toBeNull()

  await act(async () => {
    const call = api.call('GET private/sessions/')
    await expect(call).rejects.toMatchObject({ status: 401, code: 'not_signed_in' })
    await vi.dynamicImportSettled()
  })
  expect(await screen.findByRole('heading', { name: 'Sign in to continue' })).toBeTruthy()
})

test('what was typed would be lost, and so would what a part of the page warns of', () => {
  expect(hasUnsavedWork()).toBe(false)
  const warn = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', warn)
  expect(hasUnsavedWork()).toBe(true)
  removeEventListener('beforeunload', warn)
  expect(hasUnsavedWork()).toBe(false)
  document.documentElement.dataset['touched'] = ''
  expect(hasUnsavedWork()).toBe(true)
})
