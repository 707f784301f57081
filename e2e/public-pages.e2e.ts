import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'

const pages = [
  { path: '/', heading: 'Book a pharmacy or clinic appointment' },
  { path: '/about', heading: 'About us' },
  { path: '/contact', heading: 'Branches and contact' },
  { path: '/contact-details/harbour-street', heading: 'Harbour Street Pharmacy' },
  { path: '/contact-details/station-approach', heading: 'Station Approach' },
  { path: '/cookies-policy', heading: 'Cookies policy' },
  { path: '/privacy-policy', heading: 'Privacy policy' },
  { path: '/terms-and-conditions', heading: 'Terms and conditions' },
  { path: '/services', heading: 'Services' },
  { path: '/services/flu-vaccination/detail', heading: 'Flu vaccination' },
]

for (const { path, heading } of pages) {
  test(`${path} can be read by everyone`, async ({ page }) => {
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `nothing is cut off at ${width} px`).toBe(0)
    }
    expect(faults).toEqual([])
  })
}

test('an unknown address is the not-found page', async ({ page }) => {
  for (const path of ['/nowhere', '/services/no-such-service/detail', '/contact-details/nowhere']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  }
})

test('a hidden service shows with the key alone', async ({ page }) => {
  await page.goto('/services')
  const open = await page.getByRole('main').getByRole('link').allTextContents()
  await page.goto('/services?key=not-the-key')
  expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual(open)
  await page.goto('/services?key=carelane-demo')
  const unlocked = await page.getByRole('main').getByRole('link').allTextContents()
  expect(unlocked.length).toBeGreaterThan(open.length)
})
