import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '../journey.ts'
import { AT_PROVIDER, test } from './sign-in-visit.ts'

test('a slow provider is waited for, in sight, and signs in once', async ({ visit, site }) => {
  const slowly = [Promise.withResolvers(), Promise.withResolvers()] as const
  const asked = () => site.issuer.requests.filter((endpoint) => endpoint === 'token').length
  site.issuer.faults = { delays: { token: slowly[0].promise } }
  const window = await visit.openWindow()
  await window.choose(AT_PROVIDER)
  await expect.poll(asked).toBe(1)
  const dialog = visit.page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toContainText('This page will then continue automatically')
  // Whoever presses again is shown the window that is open already.
  await dialog.getByRole('button', { name: 'Show the window' }).click()
  await expect(dialog).toBeVisible()
  site.issuer.faults = { delays: { token: slowly[1].promise } }
  await pause(5_000)
  slowly[0].resolve(null)

  await window.tells('Signing you in', 'This takes a moment.')
  await expect.poll(asked).toBe(2)
  await pause(5_000)
  await expect(window.heading).toHaveText('Signing you in')
  expect(visit.page.context().pages()).toHaveLength(2)
  await window.closesBy(async () => slowly[1].resolve(null))
  await visit.isSignedIn()
  expect(asked()).toBe(2)
})
