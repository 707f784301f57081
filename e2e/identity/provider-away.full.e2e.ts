import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '../journey.ts'
import { AT_PROVIDER, AWAY, NAME, NEVER, OUTDATED, STANDS, test, Visit } from './sign-in-visit.ts'
import { SignInWindow } from './sign-in-window.ts'
import { startSiteWithIssuer } from './site-with-issuer.ts'

/*
 * Signing in where the provider is slow or dies half-way, and where people do not wait for it: they
 * close the window, go back, or come by again.
 */

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

test('one that never answers is given up', async ({ visit, site }) => {
  site.issuer.faults = { delays: { token: NEVER } }
  const window = await visit.openWindow()
  await window.choose(AT_PROVIDER)
  await expect(visit.page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await expect(window.heading).toHaveText(AWAY)
  expect(await visit.whoIs()).toBe(null)
  site.issuer.faults = {}
  await window.closesBy(() => window.tryAgain.click())
  await visit.account.isOf(NAME)
})

test.describe('a window that is closed', () => {
  test('before the end signs nobody in', async ({ visit, site }) => {
    // While the provider does not even show its page.
    site.issuer.faults = { delays: { authorization: NEVER } }
    await visit.account.signIn.click()
    await expect.poll(() => site.issuer.requests).toContain('authorization')
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await visit.account.isOfNobody()
    await expect.poll(() => visit.page.context().pages()).toHaveLength(1)

    // While the API waits for the provider, which then answers.
    const slowly = Promise.withResolvers()
    site.issuer.faults = { delays: { token: slowly.promise } }
    let window = await visit.openWindow()
    await window.choose(AT_PROVIDER)
    await expect.poll(() => site.issuer.requests).toContain('token')
    await window.page.close()
    slowly.resolve(null)
    await expect.poll(() => site.issuer.requests).toContain('userInfo')
    await visit.account.isOfNobody()

    // On the page that tells what went wrong.
    site.issuer.faults = { errors: { authorization: { error: 'access_denied' } } }
    window = await visit.openWindow()
    await window.closesBy(() => window.leave.click())
    await visit.isLeftInPeace()
    expect(await visit.whoIs()).toBe(null)
  })

  test('in the browser’s own part leaves the person signed in', async ({ visit }) => {
    await visit.failsInBrowser({ delays: { token: NEVER } })
    const window = await visit.openWindow()
    await window.choose(AT_PROVIDER)
    await expect(window.heading).toHaveText('Signing you in')
    await window.page.close()
    await visit.isSignedIn()
    expect(await visit.hasTokens()).toBe(false)
  })
})

test.describe('with the whole page', () => {
  /** The browser opens no window, as where they are blocked. */
  async function leaveForSignIn({ page, account }: Visit) {
    await page.evaluate(() => {
      window.open = () => null
    })
    await account.signIn.click()
    await page.getByRole('button', { name: 'Sign in on this page' }).click()
  }

  test('Back from the provider leads to the page that one left, and on from there', async ({
    visit,
    site,
  }) => {
    await leaveForSignIn(visit)
    await expect(visit.page.getByRole('button', { name: AT_PROVIDER })).toBeVisible()
    await visit.page.goBack()
    await expect(visit.page).toHaveURL(`${site.url}/services`)
    await visit.account.isOfNobody()
    const window = await visit.openWindow()
    await window.closesBy(() => window.choose(AT_PROVIDER))
    await visit.account.isOf(NAME)
  })

  test('a refusal leads back, or on once there is none', async ({ visit, site }) => {
    site.issuer.faults = { errors: { authorization: { error: 'access_denied' } } }
    await leaveForSignIn(visit)
    const window = new SignInWindow(visit.page)
    await window.tells('You are not signed in')
    await visit.page.getByRole('link', { name: 'Go back to where you were' }).click()
    await expect(visit.page).toHaveURL(`${site.url}/services`)
    await visit.account.isOfNobody()

    await leaveForSignIn(visit)
    await window.tells('You are not signed in')
    site.issuer.faults = {}
    await window.tryAgain.click()
    await window.choose(AT_PROVIDER)
    await expect(visit.page).toHaveURL(`${site.url}/services`)
    await visit.account.isOf(NAME)
  })

  test('a code used twice does not end the session that it opened', async ({ visit, site }) => {
    const answers: string[] = []
    visit.page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('code=')) {
        answers.push(request.url())
      }
    })
    const window = new SignInWindow(visit.page)
    await leaveForSignIn(visit)
    await window.choose(AT_PROVIDER)
    await expect(visit.page).toHaveURL(`${site.url}/services`)
    await visit.account.isOf(NAME)
    expect(answers.map((address) => new URL(address).pathname)).toEqual([
      '/api/private/login-callback/',
      '/callback',
    ])
    const used = [...answers]
    for (const address of used) {
      await visit.page.goto(address)
      await window.tells(STANDS, 'You can continue, or try again')
      expect(await visit.whoIs()).toBe(NAME)
    }
    await visit.page.context().clearCookies({ name: 'carelane-session' })
    for (const address of used) {
      await visit.page.goto(address)
      await window.tells(OUTDATED)
      expect(await visit.whoIs()).toBe(null)
    }
  })
})

test('a provider that is away at first, and dies half-way, signs in once it is back', async ({
  page,
}) => {
  const site = await startSiteWithIssuer({ faults: { failures: ['discovery'] } })
  try {
    const visit = new Visit(page, site)
    await visit.begin()
    const window = await visit.openWindow()
    await window.tells(AWAY, 'It is usually back within a minute.')
    site.issuer.faults = { delays: { token: NEVER } }
    await window.tryAgain.click()
    await window.choose(AT_PROVIDER)
    await expect.poll(() => site.issuer.requests).toContain('token')
    await site.issuer.stop()
    await window.tells(AWAY)
    await visit.isUndisturbed()
    await site.startIssuerAgain()
    await window.tryAgain.click()
    await window.closesBy(() => window.choose(AT_PROVIDER))
    await visit.isSignedIn()
  } finally {
    await site.stop()
  }
})
