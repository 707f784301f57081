import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import { tokenHash } from '#server/identity/token.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { expect, more, test } from '../journey.ts'
import { AccountMenu, choose, chooseAndClose } from './account-menu.ts'
import { startSiteWithIssuer } from './site-with-issuer.ts'

const NAME = 'Rosa Whitfield'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const identityUsers = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((name) =>
      name.startsWith('carelane.identity.'),
    ),
  )

/** The browser opens no windows, as where they are blocked. */
const blockPopups = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null
  })

/** Marks the page, so that one can tell when it was loaded again. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isAsItWas: true }))
const isAsItWas = (page: Page) => page.evaluate(() => 'isAsItWas' in window)

/** Both the product and the provider signed them in an hour earlier. */
async function letAnHourPass(database: Database, page: Page) {
  const cookies = await page.context().cookies()
  const findCookie = (wanted: string) => cookies.find(({ name }) => name === wanted)?.value ?? ''
  await database
    .updateTable('session')
    .set({ authenticated_at: sql<Date>`now() - interval '1 hour'` })
    .where('token_hash', '=', tokenHash(findCookie('carelane-session')))
    .execute()
  await database
    .updateTable('demo_provider_record')
    .set({
      payload: sql`payload || jsonb_build_object('loginTs', extract(epoch from now())::int - 3600)`,
    })
    .where('model', '=', 'Session')
    .where('id', '=', findCookie('demo-provider'))
    .execute()
}

test.describe('in a popup', () => {
  test('a patient signs in from the header, sees their name, and signs out', async ({ page }) => {
    const account = new AccountMenu(page)
    await page.goto('/about?from=letter')
    const popup = await account.windowOf(() => account.signIn.click())
    await expect(dialog(page, 'Sign in')).toContainText(
      'This page will then continue automatically',
    )
    const closed = popup.waitForEvent('close')
    await popup.getByLabel('Email').fill('patient@example.test')
    await popup.getByLabel('Password').fill('carelane-demo')
    await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
    await closed
    await account.isOf(NAME)
    await expect(page).toHaveURL('/about?from=letter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await identityUsers(page)).toHaveLength(1)

    await account.signOutByMenu()
    await account.isOfNobody()
    await expect(page).toHaveURL('/')
    expect(await identityUsers(page)).toEqual([])
  })

  more(
    'the sign-in page leads on to where it was asked to, on this site alone',
    async ({ page, newVisitor }) => {
      for (const [visitor, redirect, end] of [
        [page, '/services?search=flu', '/services?search=flu'],
        [await newVisitor(), '/\\evil.example', '/'],
      ] as const) {
        const account = new AccountMenu(visitor)
        await visitor.goto(`/login?${new URLSearchParams({ redirect })}`)
        await account.signInByPage(NAME)
        await account.isOf(NAME)
        await expect(visitor).toHaveURL(end)
        // Signed in, the page leads on at once.
        await visitor.goto(`/login?${new URLSearchParams({ redirect })}`)
        await expect(visitor).toHaveURL(end)
      }
    },
  )
})

test.describe('with the whole page', () => {
  test('a blocked popup is told of, and the page signs in and comes back', async ({ page }) => {
    const account = new AccountMenu(page)
    await blockPopups(page)
    await page.goto('/services?search=flu')
    await account.signIn.click()
    const blocked = dialog(page, 'The window did not open')
    await expect(blocked).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
    await blocked.getByRole('button', { name: 'Try again' }).click()
    await expect(blocked).toBeVisible()
    await blocked.getByRole('button', { name: 'Sign in on this page' }).click()
    await choose(page, NAME)
    await account.isOf(NAME)
    await expect(page).toHaveURL('/services?search=flu')
    expect(await identityUsers(page)).toHaveLength(1)

    await account.summary.click()
    await account.signOut.click()
    await account.isOfNobody()
    await expect(page).toHaveURL('/')
    expect(await identityUsers(page)).toEqual([])
  })

  more('a page that needs it offers this beside the popup', async ({ page }) => {
    await page.goto('/user/profile?tab=allergies')
    await page.getByRole('link', { name: 'sign in on this page' }).click()
    await choose(page, NAME)
    await new AccountMenu(page).isOf(NAME)
    await expect(page).toHaveURL('/user/profile?tab=allergies')
  })

  more('Back leads to where one came from, never through the sign-in again', async ({ page }) => {
    await blockPopups(page)
    const account = new AccountMenu(page)
    await page.goto('/contact')
    await page.goto('/about')
    await account.signIn.click()
    await page.getByRole('button', { name: 'Sign in on this page' }).click()
    await choose(page, NAME)
    await account.isOf(NAME)
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    for (let steps = 0; steps < 6 && !page.url().endsWith('/contact'); steps += 1) {
      await page.goBack()
    }
    await expect(heading(page)).toHaveText('Branches and contact')
    expect(visited).not.toContain('/callback')
    await account.isOf(NAME)
  })

  test('without scripts every step is a link or a button', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL && { baseURL }),
    })
    const page = await context.newPage()
    const account = new AccountMenu(page)
    await page.goto('/about')
    await account.signIn.click()
    await expect(page).toHaveURL('/login?redirect=%2Fabout')
    await expect(page.getByRole('link', { name: 'sign in on this page' })).toBeHidden()
    await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
    await choose(page, NAME)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await account.isOf(NAME)
    await account.summary.click()
    await account.signOut.click()
    await page.getByRole('button').first().click()
    await expect(heading(page)).toHaveText('You are signed out')
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await account.isOfNobody()
    await context.close()
  })
})

test.describe('two tabs', () => {
  more('keep what is typed in either of them', async ({ page }) => {
    const other = await page.context().newPage()
    const [here, there] = [new AccountMenu(page), new AccountMenu(other)]
    await page.goto('/about')
    await other.goto('/services')
    await mark(other)
    const search = other.getByRole('searchbox')
    await search.fill('travel')

    await here.signInAs(NAME)
    await there.isOf(NAME)
    await expect(search).toHaveValue('travel')
    expect(await isAsItWas(other)).toBe(true)

    await here.isOf(NAME)
    await here.signOutByMenu()
    await there.isOfNobody()
    await expect(other.getByText('You have been signed out in another tab.')).toBeVisible()
    await expect(search).toHaveValue('travel')
    await expectAccessibleInBothThemes(other)
    await other.getByRole('button', { name: 'Load the page again' }).click()
    await expect.poll(() => isAsItWas(other).catch(() => true)).toBe(false)
  })

  more(
    'show nothing of a person who has signed out, once nothing there is unsaved',
    async ({ page }) => {
      const other = await page.context().newPage()
      const here = new AccountMenu(page)
      await page.goto('/about')
      await here.signInAs('Helena Forsyth')
      await here.isOf('Helena Forsyth')
      await dialog(page, 'What’s new').getByRole('button', { name: 'Close' }).click()
      await other.goto('/user/profile?change=landline')
      await other.getByLabel('Landline').fill('01632 960111')
      await other.getByRole('button', { name: 'Save details' }).click()
      await expect(other.getByText('Your details have been saved.')).toBeVisible()
      await here.signOutByMenu()
      await new AccountMenu(other).isOfNobody()
      await expect(heading(other)).toHaveText('Sign in to continue')
    },
  )

  test('nothing personal comes back with the Back button after signing out', async ({ page }) => {
    const account = new AccountMenu(page)
    await page.goto('/user/profile')
    await account.signInByPage(NAME)
    await account.isOf(NAME)
    await page.goto('/about')
    await account.signOutByMenu()
    await account.isOfNobody()
    await page.goBack()
    await account.isOfNobody()
    await page.goto('/user/profile')
    await expect(heading(page)).toHaveText('Sign in to continue')
  })
})

test.describe('when the sign-in has ended in the midst of something', () => {
  more('signing in is offered, and what was typed can be sent after it', async ({ page }) => {
    const account = new AccountMenu(page)
    await page.goto('/login?redirect=/user/profile?change=landline')
    await account.signInByPage('Joseph Marlow')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Landline').fill('01632 960 777')
    await mark(page)
    await page.context().clearCookies({ name: 'carelane-session' })
    const save = page.getByRole('button', { name: /^Save/ })
    await save.click()
    const needed = dialog(page, 'Sign in to continue')
    await expect(needed).toContainText('Everything you entered is still here')
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
    const popup = await account.windowOf(() =>
      needed.getByRole('button', { name: 'Sign in', exact: true }).click(),
    )
    // The provider still knows who it is, and asks nothing.
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await isAsItWas(page)).toBe(true)
    await expect(page.getByLabel('Landline')).toHaveValue('01632 960 777')
    await save.click()
    await expect(page.getByText('01632 960 777')).toBeVisible()
  })
})

more(
  'a step that wants a fresh sign-in asks once more who it is, and can then be done',
  async ({ page, database }) => {
    const account = new AccountMenu(page)
    await page.goto('/login?redirect=/user/record-details')
    await account.signInByPage('Joseph Marlow')
    // Only the first sign-in shows the release notes.
    await page.getByRole('button', { name: 'Done' }).click()
    const link = page.getByRole('link', { name: 'Download your record' }).first()
    await letAnHourPass(database, page)
    await link.click()
    const needed = dialog(page, 'Sign in to continue')
    await expect(needed).toContainText('signed in a while ago')
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
    const openWindow = () =>
      account.windowOf(() => needed.getByRole('button', { name: 'Sign in', exact: true }).click())
    // Closed without signing in, it asks again.
    await (await openWindow()).close()
    await expect(needed).toContainText('signed in a while ago')
    await chooseAndClose(await openWindow(), 'Joseph Marlow')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const saved = page.waitForEvent('download')
    await link.click()
    expect((await saved).suggestedFilename()).toMatch(/\.json$/)
  },
)

test.describe('by keyboard, at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the header signs in and out, and its menus close as menus do', async ({ page }) => {
    const account = new AccountMenu(page)
    await page.goto('/about')
    await account.signIn.focus()
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
    const popup = await account.windowOf(() => page.keyboard.press('Enter'))
    await expect(dialog(page, 'Sign in')).toBeVisible()
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
    await chooseAndClose(popup, NAME)
    await account.isOf(NAME)

    await account.summary.focus()
    await page.keyboard.press('Enter')
    await expect(account.signOut).toBeVisible()
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Tab')
    await expect(account.menu.getByRole('link', { name: 'Your details' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(account.signOut).toBeHidden()
    await expect(account.summary).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(account.signOut).toBeVisible()
    await page.mouse.click(160, 600)
    await expect(account.signOut).toBeHidden()

    await account.summary.focus()
    await page.keyboard.press('Enter')
    // The last of the links, however many there are.
    for (const link of await account.menu.getByRole('link').all()) {
      await page.keyboard.press('Tab')
      await expect(link).toBeFocused()
    }
    await expect(account.signOut).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(account.signOut).toBeHidden()

    await page.getByRole('banner').getByText('Menu').click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await account.summary.click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(account.signOut).toBeVisible()
  })

  more('the pages that ask can be read and used by everyone', async ({ page }) => {
    for (const path of ['/login', '/user/profile']) {
      await page.goto(path)
      await expectNothingCutOff(page)
      await expectAccessibleInBothThemes(page)
    }
  })
})

test.describe('what goes wrong on the way', () => {
  const wrong = [
    ['error=access_denied&error_description=Call+0900+123456', 'You are not signed in'],
    ['error=<script>alert(1)</script>', 'We could not sign you in'],
    ['code=abc&state=def', 'This sign-in has expired'],
    ['', 'Your browser did not keep you signed in'],
  ] as const

  more('is explained plainly, with a way on', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const [query, told] of wrong) {
      await page.goto(`/callback?${query}`)
      await expect(heading(page).filter({ visible: true }), query).toHaveText(told)
      await expect(page).toHaveTitle(`Carelane – ${told}`)
      await expect(page.getByText('0900')).toHaveCount(0)
      await expectNothingCutOff(page)
      await expectAccessibleInBothThemes(page)
    }
    await page.getByRole('link', { name: 'Try again' }).click()
    await choose(page, NAME)
    await new AccountMenu(page).isOf(NAME)
    await expect(page).toHaveURL('/')
  })

  more('a link to the end of a sign-out signs nobody out', async ({ page }) => {
    const account = new AccountMenu(page)
    await page.goto('/about')
    await account.signInAs(NAME)
    await account.isOf(NAME)
    await page.goto('/logout-success')
    await expect(page).toHaveURL('/')
    await account.isOf(NAME)
    expect(await identityUsers(page)).toHaveLength(1)
  })
})

more('a provider of another site signs in and out in the popup as well', async ({ newVisitor }) => {
  const site = await startSiteWithIssuer({ hostname: '127.0.0.1' })
  try {
    const page = await newVisitor()
    const account = new AccountMenu(page)
    await page.goto(`${site.url}/about`)
    const popup = await account.windowOf(() => account.signIn.click())
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect(heading(popup).filter({ visible: true })).toHaveText('You are not signed in')
    await popup.getByRole('link', { name: 'Try again' }).click()
    await chooseAndClose(popup, 'Ada Byron King')
    await account.isOf('Ada King')

    await account.summary.click()
    const end = await account.windowOf(() => account.signOut.click())
    const closed = end.waitForEvent('close')
    await end.getByRole('button', { name: 'Sign out' }).click()
    await closed
    await account.isOfNobody()
    await expect(page).toHaveURL(`${site.url}/`)
  } finally {
    await site.stop()
  }
})
