import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNothingCutOff } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { choose } from './account-menu.ts'

/* What the frame around every page tells: what is new, what ends soon, and things in passing. */

/** Signs in with the whole page, as one of the demonstration's people. */
async function signIn(page: Page, person: string) {
  await page.goto('/api/private/login-callback/')
  await choose(page, person)
  await expect(page).toHaveURL('/')
}

const CLINICIAN = 'Amara Okafor Clinician'
const whatsNew = (page: Page) => page.getByRole('dialog', { name: 'What’s new' })
const endsSoon = (page: Page) => page.getByRole('region', { name: /ends? soon$/ })

async function looksWell(page: Page) {
  for (const [width, colorScheme] of [
    [320, 'dark'],
    [768, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    await expectNothingCutOff(page)
  }
}

/** A sign-in to the same browser, later. */
async function signInAgain(page: Page, person: string) {
  await page.context().clearCookies()
  await signIn(page, person)
}

const readStart = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? 0)

async function readEnd(part: Locator) {
  const box = await part.boundingBox()
  return Math.round((box?.y ?? 0) + (box?.height ?? 0))
}

test('without a network every page says so, in an open dialog too', async ({ page, faults }) => {
  const isAnnounced = (isOffline: boolean) =>
    expect(page.getByRole('status').filter({ hasText: /^You are offline/ })).toHaveCount(
      isOffline ? 1 : 0,
    )
  await page.goto('/about')
  await isAnnounced(false)
  await page.context().setOffline(true)
  await isAnnounced(true)
  await looksWell(page)
  await page.setViewportSize({ width: 320, height: 640 })
  const notice = page.locator('.offline')
  expect(await readEnd(notice)).toBe(await readStart(page.getByRole('banner')))
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(notice).toBeInViewport()
  await page.context().setOffline(false)
  await isAnnounced(false)

  await signIn(page, CLINICIAN)
  await expect(whatsNew(page)).toBeVisible()
  await page.context().setOffline(true)
  await isAnnounced(true)
  const frame = page.locator('.dialog-frame')
  expect(await readEnd(notice)).toBeLessThanOrEqual(await readStart(frame))
  await page.context().setOffline(false)
  await whatsNew(page).getByRole('button', { name: 'Done' }).click()
  await page.goto('/clinic/schedule/staff')
  await isAnnounced(false)
  await page.context().setOffline(true)
  await isAnnounced(true)
  // The schedule's live channel breaks off, and tries again.
  const others = faults.splice(0).filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))
  expect(others).toEqual([])
})

test('after sign-in a clinician is shown what is new, once, and what ends soon, until it is dismissed', async ({
  page,
}) => {
  const menu = page.locator('summary').filter({ hasText: 'Account of' })
  await signIn(page, CLINICIAN)
  await expect(whatsNew(page).getByRole('listitem').first()).toBeVisible()
  await looksWell(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(whatsNew(page)).toBeHidden()
  await expect(endsSoon(page)).toContainText(
    /Contraception service ends on \w+day \d{1,2}\s\w+ \d{4}, in 2[34] days/,
  )
  await looksWell(page)

  await signInAgain(page, CLINICIAN)
  await expect(endsSoon(page)).toBeVisible()
  await expect(whatsNew(page)).toBeHidden()
  await menu.click()
  await page.getByRole('link', { name: 'What’s new' }).press('Enter')
  await expect(whatsNew(page).getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(whatsNew(page)).toBeHidden()
  await expect(menu).toBeFocused()
  await page.getByRole('button', { name: 'Dismiss: Contraception service' }).press('Enter')
  await expect(endsSoon(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  const asked = page.waitForResponse(/staffcompetencies\/expiring/)
  await signInAgain(page, CLINICIAN)
  expect(await (await asked).json()).toMatchObject({ count: 1 })
  await expect(endsSoon(page)).toBeHidden()

  await signInAgain(page, 'Rosa Whitfield Patient')
  await menu.click()
  await expect(page.getByRole('link', { name: 'Your details' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'What’s new' })).toBeHidden()
})

test('the changelog is plain text, as it stands in the repository', async ({ request }) => {
  const answer = await request.get('/CHANGELOG.md')
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe(await readFile('CHANGELOG.md', 'utf8'))
})

test.describe('what is told in passing', () => {
  const copied = (page: Page) => page.getByText('Link copied')
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss' })
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click()
  /** From then on time passes only when it is told to. */
  const stopTime = async (page: Page) =>
    page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)

  test.beforeEach(async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.route(/QrCodeDialog/, (route) => route.abort())
    await page.clock.install()
    await page.goto('/services/flu-vaccination/detail')
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  })

  test('is reached, kept and left by keyboard', async ({ page }) => {
    await stopTime(page)
    await press(page, 'Copy link')
    await expect(copied(page)).toBeVisible()
    // The stop after the last of the page.
    const last = page.getByRole('contentinfo').getByRole('link').last()
    await last.focus()
    await page.keyboard.press('Tab')
    await expect(dismiss(page)).toBeFocused()
    await page.clock.runFor(60_000)
    await expect(copied(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(copied(page)).toBeHidden()
    await expect(last).toBeFocused()
  })

  test('can be read by everyone, at any width, in light and dark, moving or still', async ({
    page,
  }) => {
    const card = page.locator('.notification')
    const seconds = () => card.evaluate((shown) => getComputedStyle(shown).animationDuration)
    for (const [button, notification] of [
      ['Copy link', copied(page)],
      ['QR code', failure(page)],
    ] as const) {
      await press(page, button)
      await dismiss(page).focus()
      await looksWell(page)
      await expect(notification).toBeVisible()
      await dismiss(page).press('Enter')
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await press(page, 'Copy link')
    expect(await card.boundingBox()).toMatchObject({ x: 16, width: 288 })
    expect(await seconds()).toBe('0.18s')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await seconds()).toBe('0.001s')
  })
})
