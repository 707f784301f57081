import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { isFull } from '../../tests/amount.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { test as base, expect } from '../journey.ts'
import type { SiteWithIssuer } from './site-with-issuer.ts'

/** How much time has passed for the browser, and for a provider whose clock goes with it. */
let aheadSeconds = 0
const issuedAhead = (claims: Record<string, unknown>) => ({
  ...claims,
  iat: Number(claims['iat']) + aheadSeconds,
  exp: Number(claims['exp']) + aheadSeconds,
})

/** The tokens of the identity provider last an hour. */
const test = base.extend({
  /** Ada’s browser, signed in, on a page. */
  page: async ({ page, site }, use) => {
    aheadSeconds = 0
    site.issuer.faults = { idToken: issuedAhead }
    await page.context().clock.install()
    await page.goto(`${site.url}/api/private/login-callback/`)
    await page.getByRole('button', { name: 'Ada Byron King' }).click()
    await expect(page).toHaveURL(`${site.url}/`)
    await hasArrived(page)
    await open(page, `${site.url}/about`)
    site.issuer.requests.length = 0
    await use(page)
  },
})

/** Journeys that show more of what others show. */
const more = isFull ? test : test.skip

type StoredUser = { access_token: string; expires_at: number; profile: { sub: string } }

const storedUser = (page: Page) =>
  page.evaluate<StoredUser | null>(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('carelane.identity.'))
    return JSON.parse((key && localStorage.getItem(key)) ?? 'null')
  })

/** The first page after signing in asks the API once more who it is. */
const hasArrived = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('carelane.arrived')).catch(() => ''))
    .toBe(null)

/** Opens a page, and marks it so that one can tell when it was loaded again. */
async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(account(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isAsItWas: true }))
}

const isAsItWas = (page: Page) => page.evaluate(() => 'isAsItWas' in window)
const account = (page: Page) => page.getByText('Account of ')
const notice = (page: Page) => page.getByRole('alert')
const renewals = ({ issuer }: SiteWithIssuer) =>
  issuer.requests.filter((endpoint) => endpoint === 'authorization').length

/** Lets time pass at once; it then stands still, so that nothing depends on a slow machine. */
async function pass(page: Page, seconds: number) {
  const now = await page.evaluate(() => Date.now())
  aheadSeconds += seconds
  await page.clock.pauseAt(now + seconds * 1000)
}

/** The token is about to end; or has ended, where a laptop was asleep for so long. */
const comeToTheEnd = (page: Page) => pass(page, 3593)
const sleepTooLong = (page: Page) => pass(page, 3 * 3600)

async function isRenewed(page: Page, before: StoredUser | null) {
  await expect
    .poll(async () => (await storedUser(page))?.access_token)
    .not.toBe(before?.access_token)
  const after = await storedUser(page)
  expect(after?.profile.sub).toBe(before?.profile.sub)
  expect(after?.expires_at).toBeGreaterThan(before?.expires_at ?? 0)
}

test('before a token ends it is renewed, again and again, and nobody notices', async ({
  page,
  site,
}) => {
  for (const [index, letTimePass] of [comeToTheEnd, comeToTheEnd, sleepTooLong].entries()) {
    const before = await storedUser(page)
    await letTimePass(page)
    await isRenewed(page, before)
    expect(renewals(site)).toBe(index + 1)
  }
  expect(site.issuer.requests).not.toContain('signIn')
  await expect.poll(() => page.frames().length).toBe(1)
  expect(await isAsItWas(page)).toBe(true)
  await expect(notice(page)).toBeHidden()
})

more('the demonstration’s own provider renews as well', async ({ newVisitor, baseURL }) => {
  const page = await newVisitor()
  await page.context().clock.install()
  await page.goto('/api/private/login-callback/')
  await page.getByRole('button', { name: /Rosa Whitfield/ }).click()
  await expect(page).toHaveURL(`${baseURL}/`)
  await hasArrived(page)
  await open(page, '/about')
  const before = await storedUser(page)
  await comeToTheEnd(page)
  await isRenewed(page, before)
})

more('of two tabs one renews, and both go on with what it got', async ({ page, site }) => {
  const second = await page.context().newPage()
  await open(second, `${site.url}/contact`)
  for (const renewal of [1, 2]) {
    const before = await storedUser(second)
    // The tabs share the clock.
    await comeToTheEnd(page)
    await isRenewed(second, before)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.length))
      .toBe(0)
    expect(renewals(site)).toBe(renewal)
  }
  expect(await isAsItWas(page)).toBe(true)
  expect(await isAsItWas(second)).toBe(true)
})

more(
  'who is signed out here too is offered to sign in, beside the page',
  async ({ page, site }) => {
    site.issuer.faults = { errors: { authorization: { error: 'interaction_required' } } }
    await page.context().clearCookies({ name: 'carelane-session' })
    await comeToTheEnd(page)
    await expect(notice(page)).toContainText('You have been signed out. Sign in again to continue.')
    await page.clock.resume()
    await expectAccessibleInBothThemes(page)
    expect(await storedUser(page)).toBe(null)
    site.issuer.faults = {}
    const opened = page.waitForEvent('popup')
    await notice(page).getByRole('link', { name: 'Sign in' }).click()
    const popup = await opened
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await expect(notice(page)).toBeHidden()
    await expect
      .poll(() => storedUser(page).catch(() => null))
      .toMatchObject({ profile: { sub: 'ada' } })
    await expect(account(page)).toBeVisible()
  },
)

more(
  'when somebody else has signed in with the browser, their tokens are not taken',
  async ({ page, site }) => {
    const other = await page.context().newPage()
    const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url')
    const request = new URLSearchParams({
      client_id: 'site',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${site.url}/silent-renew`,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      prompt: 'login',
    })
    await other.goto(`${site.issuer.url}/authorize?${request}`)
    await other.getByRole('button', { name: 'Grace Brewster Hopper' }).click()
    await expect(other).toHaveURL(/silent-renew\?code=/)
    await other.close()

    await comeToTheEnd(page)
    await expect(notice(page)).toContainText('Somebody else has signed in on this browser.')
    expect(await storedUser(page)).toBe(null)
    await page.clock.resume()
    const opened = page.waitForEvent('popup')
    await notice(page).getByRole('link', { name: 'Sign out' }).click()
    await (await opened).getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(`${site.url}/`)
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(await storedUser(page)).toBe(null)
  },
)

/** The provider refuses with an error of another kind than that it knows nobody. */
async function refuseToRenew(page: Page, { issuer }: SiteWithIssuer) {
  issuer.faults = {
    errors: { token: { error: 'invalid_grant', error_description: 'Ada Byron King' } },
  }
  await page.evaluate(() => {
    addEventListener('silentRenew.failed', (event) => {
      Object.assign(window, { raised: (event as CustomEvent).detail })
    })
  })
  await comeToTheEnd(page)
  const status = page.getByRole('status').filter({ hasText: 'We could not keep you signed in.' })
  await expect(status).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'raised'))).toEqual({
    code: 'invalid_grant',
  })
}

more(
  'what is half filled in is not lost: loading the page anew is offered',
  async ({ page, site }) => {
    await open(page, `${site.url}/services`)
    const search = page.getByRole('searchbox')
    await search.fill('travel')
    await refuseToRenew(page, site)
    await page.clock.runFor(15_000)
    await expect(notice(page)).toContainText('Save or send what you have entered')
    expect(await storedUser(page)).toBe(null)
    await expect(search).toHaveValue('travel')
    await page.clock.resume()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
    expect(await isAsItWas(page)).toBe(true)
    await notice(page).getByRole('button', { name: 'Load the page again' }).click()
    await expect.poll(() => isAsItWas(page).catch(() => true)).toBe(false)
    await expect(account(page)).toBeVisible()
  },
)

more('the stored token opens nothing here, and the frame is ours alone', async ({ page, site }) => {
  const user = await storedUser(page)
  expect(user?.access_token).toBeTruthy()
  for (const path of ['private/is-logged-in/', 'private/sessions/']) {
    const answer = await fetch(`${site.url}/api/${path}`, {
      headers: { Authorization: `Bearer ${user?.access_token}` },
    })
    expect(answer.status).toBe(401)
  }
  const { headers } = await fetch(`${site.url}/silent-renew`)
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self';")
})
