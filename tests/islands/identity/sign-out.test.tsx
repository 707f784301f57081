import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listen } from '#islands/identity/tab-channel.ts'
import { eventually } from '../../eventually.ts'
import { patient } from '../../machines/identity/login.catalogue.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { CHECK, fakeWindow, openPage } from './session-stage.tsx'

const IDENTITY_USER = 'carelane.identity.user:https://clinic.example/idp:carelane'

async function signOut() {
  const page = openPage(patient.uuid)
  localStorage.setItem(IDENTITY_USER, '{}')
  sessionStorage.setItem(IDENTITY_USER, '{}')
  sessionStorage.setItem('guestUser', '{}')
  const popup = fakeWindow()
  await page.happen(() => page.flow.signOut(popup as unknown as Window))
  const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()
  return { ...page, popup, stored }
}

test('once nobody is signed in the browser forgets the person, tells its tabs, and starts again', async () => {
  const heard = vi.fn()
  const stop = listen(heard)
  const page = await signOut()
  page.popup.closed = true
  await page.settle(499)
  expect(page.api.sent).toEqual([])
  await page.settle(1)
  expect(page.stored()).toContain(IDENTITY_USER)
  await page.fail(CHECK, refusal('not_signed_in'))
  expect(page.stored()).toEqual([])
  expect(page.left).toEqual([['replace', '/']])
  await eventually(() => expect(heard).toHaveBeenCalledExactlyOnceWith({ type: 'signed-out' }))
  stop()
})

test('what its own tab hears of it does not disturb it', async () => {
  const page = await signOut()
  await page.happen(() => page.flow.hear({ type: 'signed-out' }))
  expect(page.left).toEqual([])
  expect(page.logout()).toEqual({ waiting: 'pausing' })
})

test('a popup closed too early changes nothing, and can be tried again', async () => {
  const page = await signOut()
  page.popup.closed = true
  await page.settle(500)
  await page.answer(CHECK, patient)
  expect(screen.getByRole('heading', { name: 'You are still signed in' })).toBeTruthy()
  expect(page.stored()).toContain(IDENTITY_USER)
  const again = fakeWindow()
  vi.stubGlobal(
    'open',
    vi.fn(() => again),
  )
  await page.press('Try again')
  expect(open).toHaveBeenCalledWith('/api/private/logout', 'carelane-session', expect.any(String))
  again.closed = true
  await page.settle(500)
  await page.fail(CHECK, refusal('not_signed_in'))
  expect(page.left).toEqual([['replace', '/']])
})

test('while the service cannot be reached nothing is forgotten', async () => {
  const page = await signOut()
  page.popup.closed = true
  await page.settle(500)
  await page.fail(CHECK, noAnswer)
  expect(page.stored()).toContain(IDENTITY_USER)
  await page.happen(() => fireEvent(window, new Event('online')))
  await page.fail(CHECK, refusal('not_signed_in'))
  expect(page.stored()).toEqual([])
  expect(page.left).toEqual([['replace', '/']])
})

test('without a popup the whole page signs out', async () => {
  const page = openPage(patient.uuid)
  await page.happen(() => page.flow.signOut(null))
  expect(page.left).toEqual([['assign', '/api/private/logout']])
})

test('a popup that is taken over by the page is closed', async () => {
  const page = await signOut()
  await page.press('Sign out on this page')
  expect(page.popup.close).toHaveBeenCalledOnce()
  expect(page.left).toEqual([['assign', '/api/private/logout']])
})
