import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNothingCutOff,
} from '../accessible.ts'
import { expect, test } from '../journey.ts'

/* The pages of the demonstration's identity provider; what the site makes of a sign-in is elsewhere. */

const site = () => test.info().project.use.baseURL ?? ''

async function openSignIn(page: Page): Promise<void> {
  const challenge = createHash('sha256').update(randomBytes(32).toString('base64url'))
  const parameters = new URLSearchParams({
    client_id: 'carelane',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${site()}/callback`,
    code_challenge: challenge.digest('base64url'),
    code_challenge_method: 'S256',
    state: 'as-it-was',
  })
  await page.goto(`/idp/auth?${parameters}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
}

/** What the site makes of the code is not looked at: only that it gets one. */
async function expectSentBack(page: Page, press: () => Promise<void>): Promise<void> {
  const back = page.waitForRequest(/\/callback\?code=[\w-]+&state=as-it-was/)
  await press()
  await back
}

test('anyone can read and use the sign-in page, wide or narrow, light or dark', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await openSignIn(page)
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNothingCutOff(page)
  expect(faults).toEqual([])

  await page.getByLabel('Email').fill('patient@example.test')
  await page.getByLabel('Password').fill('not this')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveTitle('Carelane – Error: Sign in')
  const summary = page.getByRole('region', { name: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('patient@example.test')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expectAccessibleInBothThemes(page)
  await expectNothingCutOff(page)

  await page.getByLabel('Password').fill('carelane-demo')
  await expectSentBack(page, () => page.keyboard.press('Enter'))
})

test('a missing answer is pointed at from the summary', async ({ page }) => {
  await openSignIn(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Enter your password' }).click()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    'Error: Enter your password',
  )
})

test('signing out needs no confirmation with a script, and one press without', async ({
  page,
  browser,
}) => {
  await openSignIn(page)
  const helena = page.getByRole('button', { name: 'Helena Forsyth Administrator' })
  await expectSentBack(page, () => helena.click())
  await page.goto('/idp/session/end?client_id=carelane')
  await expect(page.getByRole('heading')).toHaveText('Do you want to sign out of Carelane?')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading')).toHaveText('You are signed out')
  await expectAccessible(page)
  // Nobody is signed in: the page sends itself.
  await page.goto('/idp/session/end?client_id=carelane')
  await expect(page.getByRole('heading')).toHaveText('You are signed out')

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site() })
  const plain = await context.newPage()
  await openSignIn(plain)
  const rosa = plain.getByRole('button', { name: 'Rosa Whitfield Patient' })
  await expectSentBack(plain, () => rosa.click())
  await plain.goto('/idp/session/end?client_id=carelane')
  await plain.getByRole('button', { name: 'Sign out' }).click()
  await expect(plain.getByRole('heading')).toHaveText('You are signed out')
  await plain.goto('/idp/session/end?client_id=carelane')
  await plain.getByRole('button', { name: 'Continue' }).click()
  await expect(plain.getByRole('heading')).toHaveText('You are signed out')
  await context.close()
})

test('a page that was opened elsewhere says what to do', async ({ page }) => {
  const response = await page.goto('/idp/interaction/left-open')
  expect(response?.status()).toBe(400)
  await expect(page.getByRole('heading')).toHaveText('This sign-in page has expired')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Go to Carelane' }).click()
  await expect(page).toHaveURL('/')
})
