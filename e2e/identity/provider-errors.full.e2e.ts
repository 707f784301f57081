import type { Page } from '@playwright/test'
import type { Faults } from '../../tests/identity-provider/faults.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { expect } from '../journey.ts'
import { AT_PROVIDER, AWAY, NAME, NEVER, STANDS, test, UNEXPECTED } from './sign-in-visit.ts'

/*
 * Signing in where the provider refuses. A sign-in has two parts: the API's, which ends with a
 * session or at /callback?error=…, and after it the browser's own, at /callback. A provider that is
 * slow or away is in provider-away.full.e2e.ts, and what goes wrong when a sign-in is renewed in
 * silent-renew.e2e.ts.
 */

async function looksWell(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
}

test.describe('at the API’s part', () => {
  const refusals: [string, string, string][] = [
    ['access_denied', 'You are not signed in', 'The sign-in was cancelled'],
    ['temporarily_unavailable', AWAY, 'Check your connection'],
    ['a code of its own', UNEXPECTED, 'You are not signed in.'],
  ]

  test('a refusal is explained plainly, with the provider’s own text', async ({ visit, site }) => {
    const refuse = (error: string, error_description: string) => {
      const error_uri = 'https://elsewhere.example/why'
      site.issuer.faults = { errors: { authorization: { error, error_description, error_uri } } }
    }
    refuse('access_denied', 'Ask the desk to let you in')
    const window = await visit.openWindow()
    for (const [error, heading, text] of refusals) {
      refuse(error, `Ask the desk about ${error}`)
      await window.goOnBy(window.tryAgain)
      await window.tells(heading, text)
      await expect(window.quote).toContainText(`Ask the desk about ${error}`)
      expect(window.page.url()).not.toContain('desk')
      await expect(window.page.getByRole('link', { name: /elsewhere/ })).toHaveCount(0)
    }
    refuse('access_denied', `<b id="bold">Bold</b> ${'x'.repeat(3000)}`)
    await window.goOnBy(window.tryAgain)
    await expect(window.quote).toContainText('<b id="bold">Bold</b> xxx')
    await expect(window.page.locator('#bold')).toHaveCount(0)
    expect((await window.quote.textContent())?.length).toBeLessThan(300)
    await looksWell(window.page)

    expect(await visit.whoIs()).toBe(null)
    await visit.isUndisturbed()
    site.issuer.faults = {}
    await window.tryAgain.click()
    await window.closesBy(() => window.choose(AT_PROVIDER))
    await visit.isSignedIn()
  })

  test('that it knows nobody is no failure', async ({ visit, site }) => {
    const window = await visit.openWindow()
    for (const error of ['login_required', 'account_selection_required']) {
      site.issuer.faults = { errors: { authorization: { error, error_description: 'Nobody' } } }
      const answer = await window.page.goto(`${site.url}/api/private/login-callback/`)
      expect(answer?.status()).toBe(200)
      await window.tells('You are not signed in', 'Sign in to continue.')
      await expect(window.tryAgain).toHaveCount(0)
      await expect(window.quote).toBeHidden()
      await expect(window.page.getByRole('alert')).toHaveCount(0)
    }
    await looksWell(window.page)
    expect(await visit.whoIs()).toBe(null)
    site.issuer.faults = {}
    await window.page.getByRole('link', { name: 'Sign in' }).click()
    await window.closesBy(() => window.choose(AT_PROVIDER))
    await visit.account.isOf(NAME)
  })
})

test.describe('at the browser’s own part', () => {
  test('what goes wrong leaves the person signed in, and can be done again', async ({
    visit,
    site,
  }) => {
    const refused = (error: string) => ({
      error,
      error_description: 'Ask <b id="bold">the desk</b>',
    })
    await visit.failsInBrowser({ errors: { authorization: refused('access_denied') } })
    const window = await visit.openWindow()
    await window.choose(AT_PROVIDER)
    await window.tells(STANDS, 'You can continue, or try again')
    await expect(window.quote).toContainText('Ask <b id="bold">the desk</b>')
    await expect(window.page.locator('#bold')).toHaveCount(0)
    await looksWell(window.page)
    // The page behind has heard of it.
    await visit.isSignedIn()

    const faults: [Faults, string][] = [
      [{ wrongState: true }, STANDS],
      [{ otherSubjectAtUserInfo: true }, STANDS],
      [{ failures: ['discovery'] }, AWAY],
      [{ resets: ['userInfo'] }, AWAY],
    ]
    for (const [fault, heading] of faults) {
      site.issuer.faults = fault
      await window.goOnBy(window.tryAgain)
      await expect(window.heading, JSON.stringify(fault)).toHaveText(heading)
      expect(await visit.hasTokens()).toBe(false)
      expect(await visit.whoIs()).toBe(NAME)
    }
    await looksWell(window.page)

    site.issuer.faults = { delays: { token: NEVER } }
    site.issuer.requests.length = 0
    await window.page.clock.install()
    await window.goOnBy(window.tryAgain)
    await expect.poll(() => site.issuer.requests).toContain('token')
    await window.tells('Signing you in', 'This takes a moment.')
    await window.page.clock.runFor(10_000)
    await window.tells(AWAY, 'You are signed in and can continue')

    // The code of the address has been used.
    site.issuer.faults = {}
    await window.page.reload()
    await window.tells(STANDS)
    await window.closesBy(() => window.tryAgain.click())
    expect(await visit.hasTokens()).toBe(true)
    await visit.isSignedIn()
  })

  test('that it knows nobody there ends the sign-in as any other', async ({ visit }) => {
    await visit.failsInBrowser({ errors: { authorization: { error: 'login_required' } } })
    const window = await visit.openWindow()
    await window.closesBy(() => window.choose(AT_PROVIDER))
    await visit.isSignedIn()
    expect(await visit.hasTokens()).toBe(false)
  })
})
