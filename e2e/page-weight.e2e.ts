import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { BookingPage } from './pages/booking-page.ts'

/** The scripts that a page asks for: their number, and what they weigh compressed, in kB. */
function scriptsOf(page: Page) {
  const asked: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    asked.push(request.sizes().then(({ responseBodySize }) => responseBodySize / 1000))
  })
  return async () => ({
    count: asked.length,
    weight: (await Promise.all(asked)).reduce((sum, weight) => sum + weight, 0),
  })
}

test('a page of words stays within its budget of script', async ({ page }) => {
  const scripts = scriptsOf(page)
  await page.goto('/about', { waitUntil: 'networkidle' })
  const { count, weight } = await scripts()
  expect(count).toBeGreaterThan(0)
  expect(weight).toBeLessThanOrEqual(3)
})

test('the booking page stays within its budget of script, in few files', async ({
  page,
  service,
}) => {
  const scripts = scriptsOf(page)
  const booking = new BookingPage(page)
  await booking.open(service)
  await expect(booking.time(service.times[0])).toBeEnabled()
  await page.waitForLoadState('networkidle')
  const { count, weight } = await scripts()
  expect(weight).toBeGreaterThan(50)
  expect(weight).toBeLessThanOrEqual(100)
  expect(count).toBeLessThanOrEqual(12)
})
