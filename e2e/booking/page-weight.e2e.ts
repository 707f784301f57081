import { weigh, weightBudgets } from '../../bench/weight.ts'
import { expect, test } from '../journey.ts'
import { BookingPage } from './booking-page.ts'

test('a page of words stays within its budget of script', async ({ page }) => {
  const weighed = weigh(page)
  await page.goto('/about', { waitUntil: 'networkidle' })
  const { script, style, scripts } = await weighed()
  expect(scripts).toBeGreaterThan(0)
  expect(script).toBeLessThanOrEqual(weightBudgets.staticScript)
  expect(style).toBeLessThanOrEqual(weightBudgets.staticStyle)
})

test('the booking page stays within its budget of script, in few files', async ({
  page,
  service,
}) => {
  const weighed = weigh(page)
  const booking = new BookingPage(page)
  await booking.open(service)
  await expect(booking.time(service.times[0])).toBeEnabled()
  await page.waitForLoadState('networkidle')
  const { script, scripts } = await weighed()
  expect(script).toBeGreaterThan(weightBudgets.bookingScript / 2)
  expect(script).toBeLessThanOrEqual(weightBudgets.bookingScript)
  expect(scripts).toBeLessThanOrEqual(12)
})
